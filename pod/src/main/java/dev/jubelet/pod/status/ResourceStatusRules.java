package dev.jubelet.pod.status;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedContainer.Resources;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The resources of a container in the shape of its spec, with the values that the runtime says are
 * in force while it runs. What the runtime does not report stays as it was reported before, and
 * values too small for the kernel to tell apart stay as in the spec. Pure.
 */
final class ResourceStatusRules {
  private static final String CPU = "cpu";
  private static final String MEMORY = "memory";
  private static final long SHARES_PER_CPU = 1024;
  private static final long MIN_SHARES = 2;
  private static final long MIN_CPU_LIMIT_MILLIS = 10;

  private ResourceStatusRules() {}

  static ResourceRequirements of(
      ContainerSpec spec,
      ObservedContainer container,
      ContainerStatus status,
      @Nullable ContainerStatus old) {
    ResourceRequirements allocated = spec.container().getResources();
    ResourceRequirements result = new ResourceRequirements();
    if (allocated == null) {
      return result;
    }
    result.setClaims(allocated.getClaims());
    result.setLimits(copy(allocated.getLimits()));
    result.setRequests(copy(allocated.getRequests()));
    if (container.isRunning()) {
      overlay(result, container.resources(), reportedBefore(status, old));
    }
    return result;
  }

  private static void overlay(
      ResourceRequirements result, @Nullable Resources actual, ResourceRequirements before) {
    Map<String, Quantity> limits = result.getLimits();
    Map<String, Quantity> requests = result.getRequests();
    if (!limits.isEmpty()) {
      overlayCpu(limits, cpuLimit(actual), MIN_CPU_LIMIT_MILLIS, before.getLimits());
      overlayMemory(limits, actual, before.getLimits());
    }
    if (!requests.isEmpty()) {
      overlayCpu(requests, cpuRequest(actual), MIN_SHARES, before.getRequests());
      keep(MEMORY, requests, before.getRequests());
    }
  }

  private static void overlayCpu(
      Map<String, Quantity> result,
      OptionalLong actualMillis,
      long floor,
      Map<String, Quantity> before) {
    if (actualMillis.isEmpty()) {
      keep(CPU, result, before);
    } else if (actualMillis.getAsLong() > floor || millis(result.get(CPU)) > floor) {
      put(CPU, result, QuantityText.ofMillis(actualMillis.getAsLong()));
    }
  }

  private static void overlayMemory(
      Map<String, Quantity> result, @Nullable Resources actual, Map<String, Quantity> before) {
    if (actual == null || actual.memoryLimit() <= 0) {
      keep(MEMORY, result, before);
    } else {
      put(MEMORY, result, QuantityText.ofBytes(actual.memoryLimit()));
    }
  }

  /** Equal amounts keep their spelling, so that nothing seems to change. */
  private static void put(String resource, Map<String, Quantity> result, Quantity actual) {
    Quantity allocated = result.get(resource);
    if (allocated == null || allocated.compareTo(actual) != 0) {
      result.put(resource, actual);
    }
  }

  private static void keep(
      String resource, Map<String, Quantity> result, Map<String, Quantity> before) {
    if (before.containsKey(resource)) {
      result.put(resource, before.get(resource));
    }
  }

  private static OptionalLong cpuLimit(@Nullable Resources actual) {
    return actual == null || actual.cpuQuota() <= 0 || actual.cpuPeriod() <= 0
        ? OptionalLong.empty()
        : OptionalLong.of(actual.cpuQuota() * 1000 / actual.cpuPeriod());
  }

  private static OptionalLong cpuRequest(@Nullable Resources actual) {
    return actual == null || actual.cpuShares() <= 0
        ? OptionalLong.empty()
        : OptionalLong.of(Math.ceilDiv(actual.cpuShares() * 1000, SHARES_PER_CPU));
  }

  private static long millis(@Nullable Quantity quantity) {
    return quantity == null
        ? 0
        : quantity.getNumericalAmount().multiply(BigDecimal.valueOf(1000)).longValue();
  }

  private static ResourceRequirements reportedBefore(
      ContainerStatus status, @Nullable ContainerStatus old) {
    if (old == null
        || !ContainerStates.isRunning(old.getState())
        || !status.getContainerID().equals(old.getContainerID())) {
      return new ResourceRequirements();
    }
    return Objects.requireNonNullElseGet(old.getResources(), ResourceRequirements::new);
  }

  private static Map<String, Quantity> copy(@Nullable Map<String, Quantity> from) {
    return from == null ? new LinkedHashMap<>() : new LinkedHashMap<>(from);
  }
}
