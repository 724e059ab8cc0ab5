package dev.jubelet.testing.cri;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Which call gets which action: by CRI name and by how often that name was called, counted from 1.
 * The first rule that fits wins; without one the call passes.
 *
 * <p>Thread: any. Owns: the rules and the counts.
 */
public final class ProxyRules {
  private record Rule(String rpc, IntPredicate calls, ProxyAction action) {}

  private final List<Rule> rules = new ArrayList<>();
  private final Map<String, Integer> counts = new HashMap<>();

  /** Applies to every call of that name. */
  public void always(String rpc, ProxyAction action) {
    when(rpc, n -> true, action);
  }

  /** Applies to the nth call of that name, counted since the start or the last {@link #clear}. */
  public void onCall(String rpc, int nth, ProxyAction action) {
    when(rpc, n -> n == nth, action);
  }

  public synchronized void when(String rpc, IntPredicate calls, ProxyAction action) {
    rules.add(new Rule(rpc, calls, action));
  }

  /** Drops all rules and counts. */
  public synchronized void clear() {
    rules.clear();
    counts.clear();
  }

  /** How often that name was called. */
  public synchronized int count(String rpc) {
    return counts.getOrDefault(rpc, 0);
  }

  synchronized ProxyAction next(String rpc) {
    int n = counts.merge(rpc, 1, Integer::sum);
    return rules.stream()
        .filter(rule -> rule.rpc().equals(rpc) && rule.calls().test(n))
        .map(Rule::action)
        .findFirst()
        .orElseGet(ProxyAction.Pass::new);
  }
}
