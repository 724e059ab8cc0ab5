package dev.jubelet.volume.csi.request;

import dev.jubelet.volume.csi.driver.CsiDriverSpec;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;

/** Tokens of the service accounts of pods, for drivers that want them. Thread: any; may wait. */
@FunctionalInterface
public interface CsiTokens {

  /** Throws {@link dev.jubelet.volume.disk.VolumeException} when there is none. */
  Token token(Pod pod, CsiDriverSpec.TokenAudience wish);

  /** Its text form does not show it. */
  record Token(String value, Instant expires) {
    @Override
    public String toString() {
      return "Token[until " + expires + "]";
    }
  }
}
