package dev.jubelet.pod.journal;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.ClaimSource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Claims and volumes of the API server; where it does not answer, as they last were. What is bound
 * stays bound as long as a pod uses it, so that what was is still right.
 *
 * <p>Thread: any.
 */
record JournaledClaims(ClaimSource server, KeptFacts kept, BooleanSupplier unseen)
    implements ClaimSource {

  @Override
  public PersistentVolumeClaim claim(String namespace, String name) {
    return find(
        kept.find(new ClaimFacts.Name(namespace, name)),
        () -> {
          PersistentVolumeClaim now = server.claim(namespace, name);
          kept.saw(essence(now));
          return now;
        });
  }

  @Override
  public PersistentVolume volume(String name) {
    return find(
        kept.volume(name),
        () -> {
          PersistentVolume now = server.volume(name);
          kept.saw(essence(now));
          return now;
        });
  }

  /** Before the server was seen, nobody waits for it if it need not be. */
  private <T> T find(Optional<T> before, Supplier<T> asking) {
    if (unseen.getAsBoolean() && before.isPresent()) {
      return before.get();
    }
    try {
      return asking.get();
    } catch (ApiException e) {
      if (!InconclusiveFailures.is(e)) {
        throw e;
      }
      return before.orElseThrow(() -> e);
    }
  }

  /** Without what changes for nothing, and so would have entries written anew. */
  private static PersistentVolumeClaim essence(PersistentVolumeClaim claim) {
    return new PersistentVolumeClaimBuilder(claim)
        .editMetadata()
        .withResourceVersion(null)
        .withManagedFields()
        .endMetadata()
        .build();
  }

  private static PersistentVolume essence(PersistentVolume volume) {
    return new PersistentVolumeBuilder(volume)
        .editMetadata()
        .withResourceVersion(null)
        .withManagedFields()
        .endMetadata()
        .build();
  }
}
