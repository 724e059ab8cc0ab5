package dev.jubelet.app.features;

import dev.jubelet.app.features.FeatureGate.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which gates are on. Immutable; made once from what the user asked for and passed to whoever asks.
 */
public final class FeatureGates {
  private static final String ALL_ALPHA = "AllAlpha";
  private static final String ALL_BETA = "AllBeta";

  private final Map<String, Boolean> states;

  private FeatureGates(Map<String, Boolean> states) {
    this.states = states;
  }

  /** Gates with what was wrong about the wish; {@code problems} and {@code warnings} name gates. */
  public record Resolution(FeatureGates gates, List<String> problems, List<String> warnings) {}

  public static FeatureGates defaults() {
    return resolve(Map.of()).gates();
  }

  /** Applies wishes to the defaults. A wish that is refused leaves its gate at the default. */
  public static Resolution resolve(Map<String, Boolean> wishes) {
    List<String> problems = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    Map<String, Boolean> states = new TreeMap<>();
    FeatureGateTable.gates().forEach((name, gate) -> states.put(name, initial(gate, wishes)));
    states.put(ALL_ALPHA, wishes.getOrDefault(ALL_ALPHA, false));
    states.put(ALL_BETA, wishes.getOrDefault(ALL_BETA, false));
    new TreeMap<>(wishes).forEach((name, wish) -> apply(name, wish, states, problems, warnings));
    FeatureGates gates = new FeatureGates(Collections.unmodifiableMap(states));
    problems.addAll(gates.brokenDependencies());
    return new Resolution(gates, List.copyOf(problems), List.copyOf(warnings));
  }

  private static boolean initial(FeatureGate gate, Map<String, Boolean> wishes) {
    String group =
        switch (gate.stage()) {
          case ALPHA -> ALL_ALPHA;
          case BETA -> ALL_BETA;
          case GA, DEPRECATED -> "";
        };
    return wishes.getOrDefault(group, gate.onByDefault());
  }

  private static void apply(
      String name,
      boolean wish,
      Map<String, Boolean> states,
      List<String> problems,
      List<String> warnings) {
    if (name.equals(ALL_ALPHA) || name.equals(ALL_BETA)) {
      return;
    }
    FeatureGate gate = FeatureGateTable.gates().get(name);
    if (gate == null) {
      problems.add("unrecognized feature gate: " + name);
    } else if (gate.locked() && wish != gate.onByDefault()) {
      problems.add(
          "cannot set feature gate %s to %s, it is locked to %s"
              .formatted(name, wish, gate.onByDefault()));
    } else {
      states.put(name, wish);
      if (gate.stage() == Stage.GA || gate.stage() == Stage.DEPRECATED) {
        String stage = gate.stage() == Stage.GA ? "GA" : "deprecated";
        warnings.add(
            "Setting %s feature gate %s=%s. It will be removed in a future release."
                .formatted(stage, name, wish));
      }
    }
  }

  private List<String> brokenDependencies() {
    List<String> problems = new ArrayList<>();
    for (FeatureGate gate : FeatureGateTable.gates().values()) {
      for (String needed : gate.needs()) {
        if (enabled(gate.name()) && !enabled(needed)) {
          problems.add("%s is enabled, but depends on disabled %s".formatted(gate.name(), needed));
        }
      }
    }
    return problems;
  }

  /** Throws {@link IllegalArgumentException} for a name that is no gate: that is a slip in code. */
  public boolean enabled(String name) {
    Boolean state = states.get(name);
    if (state == null) {
      throw new IllegalArgumentException("no such feature gate: " + name);
    }
    return state;
  }

  /** Every gate with its state, for the metric that reports them. */
  public Map<String, Boolean> states() {
    return states;
  }
}
