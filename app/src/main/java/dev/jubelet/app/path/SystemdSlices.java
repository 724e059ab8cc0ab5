package dev.jubelet.app.path;

import dev.jubelet.edge.systemd.SystemdUnits;
import dev.jubelet.edge.systemd.UnitProperty;
import dev.jubelet.resource.cgroup.Slices;
import java.io.IOException;
import java.util.List;

/** The slices of this machine's systemd. */
record SystemdSlices(SystemdUnits systemd) implements Slices {
  @Override
  public void start(String unit, List<UnitProperty> properties) throws IOException {
    if (!systemd.start(unit, properties)) {
      systemd.set(unit, SystemdSlices.changeable(properties));
    }
  }

  @Override
  public void set(String unit, List<UnitProperty> properties) throws IOException {
    systemd.set(unit, properties);
  }

  /** What a slice was made with, such as the one that it needs, stays as it was. */
  private static List<UnitProperty> changeable(List<UnitProperty> properties) {
    return properties.stream().filter(UnitProperty.Amount.class::isInstance).toList();
  }
}
