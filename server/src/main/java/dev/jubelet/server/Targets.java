package dev.jubelet.server;

import dev.jubelet.server.AgentStreams.ContainerTarget;
import dev.jubelet.server.AgentStreams.PodTarget;
import dev.jubelet.server.http.Exchange;
import java.util.List;

/** How paths name pods and containers. */
final class Targets {
  /** With the UID and without; the name is the one that counts. */
  static final List<String> POD_PATTERNS =
      List.of("/{namespace}/{pod}", "/{namespace}/{pod}/{uid}");

  private Targets() {}

  static PodTarget pod(Exchange exchange) {
    return new PodTarget(
        exchange.captured("namespace"), exchange.captured("pod"), exchange.captured().get("uid"));
  }

  static ContainerTarget container(Exchange exchange) {
    return new ContainerTarget(pod(exchange), exchange.captured("container"));
  }
}
