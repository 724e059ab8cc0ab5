package dev.jubelet.pod.translate.env;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/** What a pod may ask about its node: its addresses, best first, and what it can give to pods. */
public record NodeFieldValues(List<String> ips, Map<String, Quantity> allocatable) {
  public NodeFieldValues {
    ips = List.copyOf(ips);
    allocatable = Map.copyOf(allocatable);
  }
}
