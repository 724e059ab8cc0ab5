package dev.jubelet.edge.systemd;

import java.util.List;

/** A property of a unit, with a value of one of the types that systemd's properties have. */
public sealed interface UnitProperty {
  /** As a number, no limit is the largest that there is. */
  long INFINITY = -1;

  String name();

  /** A text. */
  record Text(String name, String value) implements UnitProperty {}

  /** Names of other units. */
  record Names(String name, List<String> values) implements UnitProperty {
    public Names {
      values = List.copyOf(values);
    }
  }

  /** Yes or no. */
  record Flag(String name, boolean value) implements UnitProperty {}

  /** A number without a sign. */
  record Amount(String name, long value) implements UnitProperty {}
}
