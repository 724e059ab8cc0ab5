package dev.jubelet.pod.manifest;

import dev.jubelet.pod.spec.Amounts;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The API's rules for requests and limits. Pure. */
final class ResourceRules {
  private ResourceRules() {}

  static void check(@Nullable ResourceRequirements resources, String path, Problems problems) {
    if (resources == null) {
      return;
    }
    if (!resources.getClaims().isEmpty()) {
      problems.forbidden(path + ".claims", "static pods may not reference resourceclaims");
    }
    each(resources.getLimits(), path + ".limits", problems);
    each(resources.getRequests(), path + ".requests", problems);
    if (resources.getLimits() != null && resources.getRequests() != null) {
      compare(resources, path, problems);
    }
    hugePages(resources, path, problems);
  }

  /** Huge pages are there or not: nobody gets more of them than are set aside for him. */
  private static void hugePages(ResourceRequirements resources, String path, Problems problems) {
    Map<String, Quantity> limits = orEmpty(resources.getLimits());
    Map<String, Quantity> requests = orEmpty(resources.getRequests());
    SortedSet<String> named = new TreeSet<>(limits.keySet());
    named.addAll(requests.keySet());
    SortedSet<String> pages = new TreeSet<>(named);
    pages.removeIf(name -> !name.startsWith(Amounts.HUGE_PAGES_PREFIX));
    for (String name : pages) {
      Optional<BigDecimal> limit = amount(limits.get(name));
      if (limit.isEmpty()) {
        problems.required(path + ".limits." + name, "huge pages need a limit");
      } else if (requests.containsKey(name) && !isSame(limit, amount(requests.get(name)))) {
        problems.invalid(
            path + ".requests." + name, requests.get(name), "must be equal to the limit");
      }
    }
    if (!pages.isEmpty() && !named.contains(Amounts.CPU) && !named.contains(Amounts.MEMORY)) {
      problems.forbidden(path, "huge pages need a request or limit of cpu or memory beside them");
    }
  }

  private static boolean isSame(Optional<BigDecimal> one, Optional<BigDecimal> other) {
    return one.isPresent() && other.isPresent() && one.get().compareTo(other.get()) == 0;
  }

  private static Map<String, Quantity> orEmpty(@Nullable Map<String, Quantity> quantities) {
    return quantities == null ? Map.of() : quantities;
  }

  static void each(@Nullable Map<String, Quantity> quantities, String path, Problems problems) {
    if (quantities == null) {
      return;
    }
    quantities.forEach(
        (name, quantity) -> {
          if (!Formats.isQualifiedName(name)) {
            problems.invalid(path, name, Formats.QUALIFIED_NAME);
          }
          quantity(quantity, path + "." + name, problems);
        });
  }

  private static void compare(ResourceRequirements resources, String path, Problems problems) {
    resources
        .getRequests()
        .forEach(
            (name, request) -> {
              Optional<BigDecimal> limit = amount(resources.getLimits().get(name));
              Optional<BigDecimal> requested = amount(request);
              if (limit.isPresent()
                  && requested.isPresent()
                  && requested.get().compareTo(limit.get()) > 0) {
                problems.invalid(
                    path + ".requests." + name,
                    request,
                    "must be less than or equal to the limit " + resources.getLimits().get(name));
              }
            });
  }

  static void quantity(@Nullable Quantity quantity, String at, Problems problems) {
    Optional<BigDecimal> amount = amount(quantity);
    if (amount.isEmpty()) {
      problems.invalid(at, quantity, "must be a quantity such as 500m, 1.5 or 2Gi");
    } else if (amount.get().signum() < 0) {
      problems.invalid(at, quantity, "must be greater than or equal to 0");
    }
  }

  private static Optional<BigDecimal> amount(@Nullable Quantity quantity) {
    if (quantity == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(quantity.getNumericalAmount());
    } catch (ArithmeticException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
