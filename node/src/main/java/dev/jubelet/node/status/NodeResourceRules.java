package dev.jubelet.node.status;

import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.Quantities;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Joins the resources that the agent speaks for with those that others put on the Node object, such
 * as an extended resource that an administrator advertises. Pure.
 */
public final class NodeResourceRules {
  private static final Quantity NONE = new Quantity("0");

  private NodeResourceRules() {}

  /** What the node has: ours over theirs, without sizes of huge pages that are gone. */
  public static Map<String, Quantity> capacity(
      Map<String, Quantity> existing, Map<String, Quantity> own) {
    Map<String, Quantity> capacity = new TreeMap<>(existing);
    capacity.keySet().removeIf(name -> isHugePages(name) && !own.containsKey(name));
    own.forEach((name, amount) -> capacity.put(name, steady(existing.get(name), amount)));
    return capacity;
  }

  /** What pods may use: as we say, and all of what others advertise. */
  public static Map<String, Quantity> allocatable(
      Map<String, Quantity> existing, Map<String, Quantity> capacity, Map<String, Quantity> own) {
    Map<String, Quantity> allocatable = new TreeMap<>();
    capacity.forEach(
        (name, has) ->
            allocatable.put(name, steady(existing.get(name), own.getOrDefault(name, has))));
    return allocatable;
  }

  /** Only the huge pages of a node brought in line with ours. */
  public static Map<String, Quantity> withHugePages(
      Map<String, Quantity> existing, Map<String, Quantity> own) {
    Map<String, Quantity> pages = new TreeMap<>(own);
    pages.keySet().removeIf(name -> !isHugePages(name));
    return capacity(existing, pages);
  }

  /** With nothing of any extended resource: whoever advertised them has to do so again. */
  public static Map<String, Quantity> withoutExtended(
      Map<String, Quantity> resources, Set<String> extended) {
    Map<String, Quantity> left = new TreeMap<>(resources);
    extended.forEach(name -> left.put(name, NONE));
    return left;
  }

  /** Whether it is neither one of Kubernetes' own resources nor a quota. */
  public static boolean isExtended(String name) {
    return name.contains("/") && !name.contains("kubernetes.io/") && !name.startsWith("requests.");
  }

  private static boolean isHugePages(String name) {
    return name.startsWith(Amounts.HUGE_PAGES_PREFIX);
  }

  /** The same amount stays in the same spelling, so that nothing seems to change. */
  private static Quantity steady(@Nullable Quantity before, Quantity now) {
    return before != null && Quantities.amount(before).compareTo(Quantities.amount(now)) == 0
        ? before
        : now;
  }
}
