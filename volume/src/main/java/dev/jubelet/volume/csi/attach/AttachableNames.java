package dev.jubelet.volume.csi.attach;

import dev.jubelet.volume.csi.driver.CsiDriverLister;
import dev.jubelet.volume.csi.driver.CsiDriverSpec;
import dev.jubelet.volume.csi.request.VolumeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which volumes that the node uses the Node object tells of. Pure. */
public final class AttachableNames {
  private AttachableNames() {}

  /**
   * Of the volumes in use those that controllers attach, which those of other plugins all are;
   * empty while that is not known.
   */
  public static Optional<List<String>> among(List<String> inUse, CsiDriverLister spec) {
    List<String> found = new ArrayList<>();
    for (String name : inUse) {
      Optional<String> driver = VolumeId.driver(name);
      Optional<CsiDriverSpec> known = driver.flatMap(spec::find);
      if (driver.isPresent() && known.isEmpty()) {
        return Optional.empty();
      }
      if (driver.isEmpty() || known.get().attachRequired()) {
        found.add(name);
      }
    }
    return Optional.of(found);
  }
}
