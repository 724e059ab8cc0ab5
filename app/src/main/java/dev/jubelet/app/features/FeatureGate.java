package dev.jubelet.app.features;

import java.util.List;

/** One row of the gate table. */
public record FeatureGate(
    String name, boolean onByDefault, Stage stage, boolean locked, List<String> needs) {
  /** How mature a gate is; {@code label} is its spelling in metrics. */
  public enum Stage {
    ALPHA("ALPHA"),
    BETA("BETA"),
    GA(""),
    DEPRECATED("DEPRECATED");

    private final String label;

    Stage(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }
}
