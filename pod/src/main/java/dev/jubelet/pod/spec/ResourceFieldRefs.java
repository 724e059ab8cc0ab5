package dev.jubelet.pod.spec;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceFieldSelector;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a variable or file gets that refers to a container's requests or limits: the amount in units
 * of the divisor, rounded up. A missing limit is the pod's own, else all that the node can give.
 * Pure.
 */
public final class ResourceFieldRefs {
  private static final Set<String> DEFAULTED = Set.of("cpu", "memory", "ephemeral-storage");
  private static final Set<String> POD_LEVEL = Set.of("cpu", "memory");
  private static final int CPU_SCALE = 3;
  private static final BigDecimal ZERO = BigDecimal.ZERO;

  private final Pod pod;
  private final Map<String, Quantity> allocatable;

  public ResourceFieldRefs(Pod pod, Map<String, Quantity> allocatable) {
    this.pod = pod;
    this.allocatable = allocatable;
  }

  /** The value for a container, which is {@code own} unless the selector names another. */
  public String value(ResourceFieldSelector selector, @Nullable Container own) {
    Container container = containerOf(selector, own);
    String path = text(selector.getResource());
    int dot = path.indexOf('.');
    String list = path.substring(0, Math.max(dot, 0));
    String resource = path.substring(dot + 1);
    if (!DEFAULTED.contains(resource) && !resource.startsWith(Amounts.HUGE_PAGES_PREFIX)) {
      throw unsupported(path);
    }
    ResourceRequirements resources = container.getResources();
    BigDecimal amount =
        switch (list) {
          case "limits" -> limit(resource, resources);
          case "requests" ->
              amount(resources == null ? null : map(resources.getRequests()).get(resource));
          default -> throw unsupported(path);
        };
    return inUnits(amount, selector.getDivisor(), resource.equals("cpu") ? CPU_SCALE : 0);
  }

  private Container containerOf(ResourceFieldSelector selector, @Nullable Container own) {
    String name = text(selector.getContainerName());
    if (name.isEmpty() && own != null) {
      return own;
    }
    return Containers.all(pod).stream()
        .filter(container -> container.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new UnknownFieldException("container " + name + " not found"));
  }

  private BigDecimal limit(String resource, @Nullable ResourceRequirements own) {
    BigDecimal limit = amount(own == null ? null : map(own.getLimits()).get(resource));
    if (limit.signum() != 0 || !DEFAULTED.contains(resource)) {
      return limit;
    }
    ResourceRequirements podLevel = pod.getSpec().getResources();
    Map<String, Quantity> podLimits = map(podLevel == null ? null : podLevel.getLimits());
    BigDecimal podLimit = POD_LEVEL.contains(resource) ? amount(podLimits.get(resource)) : ZERO;
    return podLimit.signum() != 0 ? podLimit : amount(allocatable.get(resource));
  }

  private static BigDecimal amount(@Nullable Quantity quantity) {
    return quantity == null ? ZERO : quantity.getNumericalAmount();
  }

  /** Both sides are first rounded up to whole units: thousandths of a CPU, or bytes. */
  private static String inUnits(BigDecimal amount, @Nullable Quantity divisor, int scale) {
    BigDecimal unit = amount(divisor);
    BigDecimal wholeUnit =
        unit.signum() == 0 ? BigDecimal.ONE : unit.setScale(scale, RoundingMode.CEILING);
    return amount
        .setScale(scale, RoundingMode.CEILING)
        .divide(wholeUnit, 0, RoundingMode.CEILING)
        .toPlainString();
  }

  private static UnknownFieldException unsupported(String path) {
    return new UnknownFieldException("unsupported container resource : " + path);
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  private static Map<String, Quantity> map(@Nullable Map<String, Quantity> value) {
    return value == null ? Map.of() : value;
  }
}
