package dev.jubelet.resource.cgroup;

import dev.jubelet.edge.systemd.UnitProperty;
import java.io.IOException;
import java.util.List;

/** The slices of systemd, where it makes the cgroups. Both block until systemd answers. */
public interface Slices {
  /** Makes a slice; one that is there already stays as it is. */
  void start(String unit, List<UnitProperty> properties) throws IOException;

  void set(String unit, List<UnitProperty> properties) throws IOException;
}
