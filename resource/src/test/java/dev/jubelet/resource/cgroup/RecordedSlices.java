package dev.jubelet.resource.cgroup;

import dev.jubelet.edge.systemd.UnitProperty;
import java.util.ArrayList;
import java.util.List;

/** Writes down what systemd is asked for. */
final class RecordedSlices implements Slices {
  final List<String> asked = new ArrayList<>();

  @Override
  public void start(String unit, List<UnitProperty> properties) {
    asked.add("start " + unit + " " + texts(properties));
  }

  @Override
  public void set(String unit, List<UnitProperty> properties) {
    asked.add("set " + unit + " " + texts(properties));
  }

  private static List<String> texts(List<UnitProperty> properties) {
    return properties.stream().map(RecordedSlices::text).toList();
  }

  private static String text(UnitProperty property) {
    return property.name()
        + "="
        + switch (property) {
          case UnitProperty.Text(_, String value) -> value;
          case UnitProperty.Names(_, List<String> values) -> String.join(",", values);
          case UnitProperty.Flag(_, boolean value) -> value;
          case UnitProperty.Amount(_, long value) -> Long.toUnsignedString(value);
        };
  }
}
