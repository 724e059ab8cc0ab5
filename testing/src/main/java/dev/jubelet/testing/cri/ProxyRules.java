package dev.jubelet.testing.cri;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Which call gets which action: by CRI name, by how often that name was called, counted from 1, and
 * by what its request says. The first rule that fits wins; without one the call passes.
 *
 * <p>Thread: any. Owns: the rules and the counts.
 */
public final class ProxyRules {
  /** Long-lived, and so no step on the way of anything. */
  private static final String EVENTS = "GetContainerEvents";

  /** The request is its bytes, one character each. */
  private record Call(String rpc, int nth, int step, String request) {
    static String bytes(byte[] bytes) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    boolean mentions(String text) {
      return request.contains(bytes(text.getBytes(StandardCharsets.UTF_8)));
    }
  }

  private record Rule(Predicate<Call> fits, ProxyAction action) {}

  private final List<Rule> rules = new ArrayList<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private int steps;

  /** Applies to every call of that name. */
  public void always(String rpc, ProxyAction action) {
    when(rpc, n -> true, action);
  }

  /** Applies to the nth call of that name, counted since the start or the last {@link #clear}. */
  public void onCall(String rpc, int nth, ProxyAction action) {
    when(rpc, n -> n == nth, action);
  }

  public void when(String rpc, IntPredicate calls, ProxyAction action) {
    add(call -> call.rpc().equals(rpc) && calls.test(call.nth()), action);
  }

  /** Applies to every call of that name whose request holds the text, such as a pod's name. */
  public void mentioning(String rpc, String text, ProxyAction action) {
    add(call -> call.rpc().equals(rpc) && call.mentions(text), action);
  }

  /** Applies to the nth call of any name but the event stream's. */
  public void onStep(int nth, ProxyAction action) {
    add(call -> !call.rpc().equals(EVENTS) && call.step() == nth, action);
  }

  private synchronized void add(Predicate<Call> fits, ProxyAction action) {
    rules.add(new Rule(fits, action));
  }

  /** Drops all rules and counts. */
  public synchronized void clear() {
    rules.clear();
    counts.clear();
    steps = 0;
  }

  /** How often that name was called. */
  public synchronized int count(String rpc) {
    return counts.getOrDefault(rpc, 0);
  }

  /** How many calls there were of any name but the event stream's. */
  public synchronized int steps() {
    return steps;
  }

  synchronized ProxyAction next(String rpc, byte[] request) {
    int n = counts.merge(rpc, 1, Integer::sum);
    steps += rpc.equals(EVENTS) ? 0 : 1;
    Call call = new Call(rpc, n, steps, Call.bytes(request));
    return rules.stream()
        .filter(rule -> rule.fits().test(call))
        .map(Rule::action)
        .findFirst()
        .orElseGet(ProxyAction.Pass::new);
  }
}
