package dev.jubelet.app.config.rule;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.Problem;
import dev.jubelet.app.config.field.Field;
import dev.jubelet.base.GoDuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects what is wrong with one configuration, naming for each problem the file or flag that
 * brought the value in. Owns: the list of problems.
 */
final class Findings {
  private final KubeletConfig config;
  private final List<Problem> problems = new ArrayList<>();

  Findings(KubeletConfig config) {
    this.config = config;
  }

  <T> T get(Field<T> field) {
    return config.get(field);
  }

  boolean enabled(String gate) {
    return config.features().enabled(gate);
  }

  KubeletConfig config() {
    return config;
  }

  void add(Field<?> field, String rule) {
    addAt(field, "", rule);
  }

  /** For a place inside the field's value, such as a key of a map. */
  void addAt(Field<?> field, String inside, String rule) {
    problems.add(new Problem(config.source(field), field.path() + inside, rule));
  }

  void require(boolean satisfied, Field<?> field, String rule) {
    if (!satisfied) {
      add(field, rule + ", but is " + shown(config.get(field)));
    }
  }

  void between(Field<? extends Number> field, long least, long most) {
    long value = get(field).longValue();
    require(
        value >= least && value <= most,
        field,
        "must be between " + least + " and " + most + ", inclusive");
  }

  void atLeast(Field<? extends Number> field, long least) {
    require(get(field).longValue() >= least, field, "must be " + least + " or greater");
  }

  void oneOf(Field<String> field, String... allowed) {
    List<String> values = List.of(allowed);
    require(values.contains(get(field)), field, "must be one of " + String.join(", ", values));
  }

  /** Runs a parser over the value and reports what it throws. */
  void parses(Field<?> field, String inside, Runnable parser) {
    try {
      parser.run();
    } catch (IllegalArgumentException e) {
      addAt(field, inside, String.valueOf(e.getMessage()));
    }
  }

  private static String shown(Object value) {
    return switch (value) {
      case Duration duration -> GoDuration.format(duration);
      case String text -> "\"" + text + "\"";
      default -> value.toString();
    };
  }

  List<Problem> problems() {
    return List.copyOf(problems);
  }
}
