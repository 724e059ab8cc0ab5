package dev.jubelet.pod.model;

import java.time.Instant;
import java.util.List;

/** A pod sandbox as the runtime reports it; {@code ips} is empty on the host's network. */
public record ObservedSandbox(
    String id,
    int attempt,
    boolean ready,
    Instant createdAt,
    boolean hostNetwork,
    List<String> ips,
    String runtimeHandler) {

  public ObservedSandbox {
    ips = List.copyOf(ips);
  }
}
