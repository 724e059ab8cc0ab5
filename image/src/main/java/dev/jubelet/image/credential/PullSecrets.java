package dev.jubelet.image.credential;

import com.google.protobuf.ByteString;
import dev.jubelet.image.json.JsonTextException;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.spec.Containers;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The secrets that a pod names for its pulls.
 *
 * <p>Thread: the pod's lane; may ask the API server and wait.
 */
record PullSecrets(ObjectValues objects) {
  private static final Logger log = LoggerFactory.getLogger(PullSecrets.class);

  /**
   * @param missing names of those that could not be had
   */
  record Reading(List<Found> secrets, List<String> missing) {}

  /** A secret and where it is. */
  record Found(Credential.Origin.OfSecret origin, Lookup.Found content) {}

  Reading read(Pod pod) {
    List<Found> secrets = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    String namespace = pod.getMetadata().getNamespace();
    for (LocalObjectReference reference : Containers.orEmpty(pod.getSpec().getImagePullSecrets())) {
      String name = reference.getName();
      if (name == null || name.isEmpty()) {
        continue;
      }
      switch (objects.secret(namespace, name)) {
        case Lookup.Found found ->
            secrets.add(
                new Found(new Credential.Origin.OfSecret(found.uid(), namespace, name), found));
        case Lookup.Absent _ -> missing.add(name);
        case Lookup.Failed(String message) -> {
          missing.add(name);
          log.atWarn()
              .addKeyValue("pod", PodKey.of(pod))
              .addKeyValue("secret", name)
              .addKeyValue("reason", message)
              .log("Unable to retrieve pull secret, the image pull may not succeed");
        }
      }
    }
    return new Reading(List.copyOf(secrets), List.copyOf(missing));
  }

  /** Secrets of another type have no logins; one that cannot be read spoils the lookup. */
  static Keyring keyring(List<Found> secrets) {
    Keyring all = Keyring.EMPTY;
    for (Found secret : secrets) {
      all = all.and(Keyring.of(entries(secret), secret.origin()));
    }
    return all;
  }

  private static List<Keyring.Entry> entries(Found secret) {
    String key =
        switch (secret.content().type()) {
          case "kubernetes.io/dockerconfigjson" -> ".dockerconfigjson";
          case "kubernetes.io/dockercfg" -> ".dockercfg";
          default -> "";
        };
    ByteString value = secret.content().values().get(key);
    if (value == null) {
      return List.of();
    }
    try {
      return key.equals(".dockercfg")
          ? DockerConfig.ofDockercfg(value.toByteArray())
          : DockerConfig.ofConfigJson(value.toByteArray());
    } catch (JsonTextException e) {
      throw new CredentialException(
          "pull secret %s/%s: %s %s"
              .formatted(secret.origin().namespace(), secret.origin().name(), key, e.text()));
    }
  }
}
