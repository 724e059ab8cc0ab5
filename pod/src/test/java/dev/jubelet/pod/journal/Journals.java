package dev.jubelet.pod.journal;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.objects.Token;
import dev.jubelet.pod.objects.TokenKey;
import dev.jubelet.pod.translate.env.ClusterService;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Pods and what they use, for the tests of the journal. */
final class Journals {
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  static final String CLEARTEXT = "what-nobody-may-read";
  static final ValueKey SETTINGS = new ValueKey(ValueKey.Facet.CONFIG_MAP, "shop", "settings");
  static final ValueKey PASSWORD = new ValueKey(ValueKey.Facet.SECRET, "shop", "password");

  private Journals() {}

  static SecretKey key(int seed) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) seed;
    return new SecretKeySpec(bytes, "AES");
  }

  /** Uses the config map {@code settings} and the secret {@code password}. */
  static Pod pod(String name) {
    return new PodBuilder()
        .withApiVersion("v1")
        .withKind("Pod")
        .withNewMetadata()
        .withNamespace("shop")
        .withName(name)
        .withUid("uid-" + name)
        .withResourceVersion("7")
        .addToLabels("app", name)
        .addToAnnotations("note", "yes")
        .addNewManagedField()
        .withManager("kubectl")
        .endManagedField()
        .endMetadata()
        .withNewSpec()
        .withServiceAccountName("clerk")
        .withRuntimeClassName("small")
        .addNewContainer()
        .withName("main")
        .withImage("busybox")
        .withNewResources()
        .addToRequests("cpu", new Quantity("100m"))
        .endResources()
        .addNewEnvFrom()
        .withNewConfigMapRef("settings", true)
        .endEnvFrom()
        .endContainer()
        .addNewVolume()
        .withName("password")
        .withNewSecret()
        .withSecretName("password")
        .endSecret()
        .endVolume()
        .endSpec()
        .withNewStatus()
        .withPhase("Running")
        .endStatus()
        .build();
  }

  static Pod inPhase(Pod pod, String phase) {
    return new PodBuilder(pod).editStatus().withPhase(phase).endStatus().build();
  }

  static Optional<Lookup.Found> values(String text) {
    return Optional.of(new Lookup.Found(Map.of("key", ByteString.copyFromUtf8(text))));
  }

  static TokenKey tokenKey(String pod) {
    return new TokenKey(
        new PodKey("shop", pod), new PodUid("uid-" + pod), "clerk", List.of("vault"), 3600);
  }

  static Token token(String value) {
    return new Token(value, Duration.ofHours(1), NOW.plus(Duration.ofHours(1)));
  }

  static PodFacts facts(String pod, String secret) {
    return new PodFacts(
        Map.of(SETTINGS, Optional.empty(), PASSWORD, values(secret)),
        Map.of(tokenKey(pod), token(CLEARTEXT)),
        Map.of(
            "shop",
            List.of(
                new ClusterService(
                    "shop",
                    "till",
                    "10.0.0.7",
                    List.of(new ClusterService.Port("http", "TCP", 80))))),
        Map.of("small", "runc-small"),
        ClaimFacts.NONE);
  }

  static PersistentVolumeClaim claim(String namespace, String name, String volume) {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .withUid("uid-" + name)
        .endMetadata()
        .withNewSpec()
        .withVolumeName(volume)
        .endSpec()
        .withNewStatus()
        .withPhase("Bound")
        .endStatus()
        .build();
  }

  static PersistentVolume volume(String name) {
    return new PersistentVolumeBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .addToCapacity("storage", new Quantity("1Gi"))
        .withNewHostPath("/srv/" + name, "Directory")
        .endSpec()
        .build();
  }

  /** Also uses the claim {@code stock}, and one that is made for it under the name {@code desk}. */
  static Pod claiming(String name) {
    return new PodBuilder(pod(name))
        .editSpec()
        .addNewVolume()
        .withName("store")
        .withNewPersistentVolumeClaim("stock", false)
        .endVolume()
        .addNewVolume()
        .withName("desk")
        .withNewEphemeral()
        .endEphemeral()
        .endVolume()
        .endSpec()
        .build();
  }

  static JournalEntry entry(String name) {
    return new JournalEntry(pod(name), NOW, facts(name, CLEARTEXT));
  }

  /** Counts. */
  static final class Heard implements JournalListener {
    volatile int entries;
    volatile int writeErrors;
    volatile int unreadable;

    @Override
    public void entries(int count) {
      entries = count;
    }

    @Override
    public synchronized void writeFailed() {
      writeErrors++;
    }

    @Override
    public synchronized void unreadable() {
      unreadable++;
    }
  }
}
