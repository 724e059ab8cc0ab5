package dev.jubelet.pod.translate.env;

import static dev.jubelet.pod.translate.spec.SpecValues.list;
import static dev.jubelet.pod.translate.spec.SpecValues.map;
import static dev.jubelet.pod.translate.spec.SpecValues.text;

import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceFieldSelector;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a variable gets that refers to a container's requests or limits: the amount in units of the
 * divisor, rounded up. A missing limit is the pod's own, else all that the node can give. Thread:
 * any.
 */
final class ResourceFieldRules {
  private static final Set<String> DEFAULTED = Set.of("cpu", "memory", "ephemeral-storage");
  private static final Set<String> POD_LEVEL = Set.of("cpu", "memory");
  private static final int CPU_SCALE = 3;
  private static final BigDecimal ZERO = BigDecimal.ZERO;

  static String value(ResourceFieldSelector selector, EnvironmentRequest request) {
    Container container = containerOf(selector, request);
    String path = text(selector.getResource());
    int dot = path.indexOf('.');
    String list = path.substring(0, Math.max(dot, 0));
    String resource = path.substring(dot + 1);
    if (!DEFAULTED.contains(resource) && !resource.startsWith("hugepages-")) {
      throw unsupported(path);
    }
    ResourceRequirements resources = container.getResources();
    BigDecimal amount =
        switch (list) {
          case "limits" -> limit(resource, resources, request);
          case "requests" ->
              amount(resources == null ? null : map(resources.getRequests()).get(resource));
          default -> throw unsupported(path);
        };
    return inUnits(amount, selector.getDivisor(), resource.equals("cpu") ? CPU_SCALE : 0);
  }

  private static Container containerOf(ResourceFieldSelector selector, EnvironmentRequest request) {
    String name = text(selector.getContainerName());
    if (name.isEmpty()) {
      return request.container();
    }
    PodSpec spec = request.pod().getSpec();
    return Stream.concat(
            list(spec.getContainers()).stream(), list(spec.getInitContainers()).stream())
        .filter(container -> container.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new UntranslatableException("container " + name + " not found"));
  }

  private static BigDecimal limit(
      String resource, @Nullable ResourceRequirements own, EnvironmentRequest request) {
    BigDecimal limit = amount(own == null ? null : map(own.getLimits()).get(resource));
    if (limit.signum() != 0 || !DEFAULTED.contains(resource)) {
      return limit;
    }
    ResourceRequirements podLevel = request.pod().getSpec().getResources();
    Map<String, Quantity> podLimits = map(podLevel == null ? null : podLevel.getLimits());
    BigDecimal podLimit = POD_LEVEL.contains(resource) ? amount(podLimits.get(resource)) : ZERO;
    return podLimit.signum() != 0 ? podLimit : amount(request.node().allocatable().get(resource));
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

  private static UntranslatableException unsupported(String path) {
    return new UntranslatableException("unsupported container resource : " + path);
  }

  private ResourceFieldRules() {}
}
