package dev.jubelet.resource.eviction.pressure;

import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.pod.spec.PodDemand;
import dev.jubelet.pod.spec.Quantities;
import dev.jubelet.resource.eviction.pressure.NodeSignal.Starved;
import dev.jubelet.resource.eviction.pressure.PodUsage.ContainerUsage;
import dev.jubelet.resource.eviction.pressure.PodUsage.Figures;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why a pod has to go, in the sentences that other programs know, down to the space at their ends.
 * Pure.
 *
 * @param due the thresholds that are met
 */
record EvictionText(Starved starved, List<Threshold> due, Map<NodeSignal, Reading> readings) {

  /** The message, and what the event says beside it. */
  record Text(String message, Map<String, String> annotations) {}

  Text of(PodUsage usage) {
    StringBuilder message =
        new StringBuilder("The node was low on resource: ")
            .append(starved.wireName())
            .append(". ")
            .append(threshold());
    Map<String, String> annotations = new LinkedHashMap<>();
    annotations.put("starved_resource", starved.wireName());
    usage
        .figures()
        .ifPresent(
            figures -> {
              Map<String, Quantity> greedy = greedy(usage.pod(), figures);
              greedy.forEach(
                  (name, used) ->
                      message.append(offence("Container", name, used, request(usage.pod(), name))));
              annotations.put("offending_containers", String.join(",", greedy.keySet()));
              annotations.put(
                  "offending_containers_usage",
                  String.join(",", greedy.values().stream().map(Amount::text).toList()));
              ofPod(usage.pod(), figures, message, annotations);
            });
    return new Text(message.toString(), annotations);
  }

  private String threshold() {
    return due.stream()
        .filter(one -> one.signal().starved() == starved)
        .findFirst()
        .flatMap(
            one ->
                Optional.ofNullable(readings.get(one.signal()))
                    .map(
                        reading ->
                            "Threshold quantity: %s, available: %s. "
                                .formatted(
                                    one.value().text(reading.capacity()),
                                    one.signal().text(reading.available()))))
        .orElse("");
  }

  /** The containers that use more than they asked for, with what they use. */
  private Map<String, Quantity> greedy(Pod pod, Figures figures) {
    Map<String, Quantity> greedy = new LinkedHashMap<>();
    for (ContainerUsage container : figures.containers()) {
      Long used = used(container);
      if (used != null && isMore(used, request(pod, container.name()))) {
        greedy.put(container.name(), Quantities.ofBytes(used));
      }
    }
    return greedy;
  }

  private @Nullable Long used(ContainerUsage container) {
    return switch (starved) {
      case MEMORY -> container.memory();
      case DISK -> container.rootfs().bytes() + container.logs().bytes();
      case INODES, PIDS -> null;
    };
  }

  private static boolean isMore(long used, @Nullable Quantity request) {
    return request == null
        ? used > 0
        : BigDecimal.valueOf(used).compareTo(Quantities.amount(request)) > 0;
  }

  private @Nullable Quantity request(Pod pod, String name) {
    return Stream.concat(Containers.regular(pod).stream(), Containers.init(pod).stream())
        .filter(container -> container.getName().equals(name))
        .findFirst()
        .map(Container::getResources)
        .map(ResourceRequirements::getRequests)
        .map(requests -> requests.get(starved.wireName()))
        .orElse(null);
  }

  /** What the pod asked for as a whole is told when it used more. */
  private void ofPod(
      Pod pod, Figures figures, StringBuilder message, Map<String, String> annotations) {
    BigDecimal asked = PodDemand.podLevelRequests(pod).get(Amounts.MEMORY);
    if (starved != Starved.MEMORY
        || asked.signum() == 0
        || BigDecimal.valueOf(figures.memory()).compareTo(asked) <= 0) {
      return;
    }
    String name = pod.getMetadata().getName();
    Quantity used = Quantities.ofBytes(figures.memory());
    message.append(offence("Pod", name, used, Quantities.ofBytes(Quantities.whole(asked))));
    annotations.put("offending_pod", name);
    annotations.put("offending_pod_usage", Amount.text(used));
  }

  private String offence(String kind, String name, Quantity used, @Nullable Quantity request) {
    return "%s %s was using %s, request is %s, has larger consumption of %s. "
        .formatted(
            kind,
            name,
            Amount.text(used),
            request == null ? "0" : Amount.text(request),
            starved.wireName());
  }
}
