package dev.jubelet.pod.actuate;

import dev.jubelet.pod.model.SubPathMount;
import java.util.Optional;

/** Shows parts of volumes at places that containers can mount. */
public interface SubPaths {

  /** Makes the part appear at its target. Returns why it cannot; nothing when it is there. */
  Optional<String> bind(SubPathMount wanted);
}
