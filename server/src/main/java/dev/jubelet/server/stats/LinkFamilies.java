package dev.jubelet.server.stats;

import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.MetricLabels;
import dev.jubelet.base.metric.MetricText;
import dev.jubelet.edge.usage.NetworkCounters.Link;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What is told per network interface.
 *
 * <p>Thread: one.
 */
final class LinkFamilies {
  private record Family(String name, String help, ToLongFunction<Link> value) {}

  private static final List<Family> ALL =
      List.of(
          new Family("receive_bytes", "Bytes that came in.", Link::receivedBytes),
          new Family("receive_errors", "Packets that came in broken.", Link::receiveErrors),
          new Family("receive_packets", "Packets that came in.", Link::receivedPackets),
          new Family(
              "receive_packets_dropped",
              "Packets that came in and were thrown away.",
              Link::receiveDrops),
          new Family("transmit_bytes", "Bytes that went out.", Link::sentBytes),
          new Family("transmit_errors", "Packets that could not be sent.", Link::sendErrors),
          new Family("transmit_packets", "Packets that went out.", Link::sentPackets),
          new Family(
              "transmit_packets_dropped",
              "Packets that were thrown away instead of sent.",
              Link::sendDrops));

  private final MetricText out;
  private final long millis;
  private final Map<String, MetricLabels> interfaces = new HashMap<>();

  LinkFamilies(MetricText out, long millis) {
    this.out = out;
    this.millis = millis;
  }

  void write(List<ContainerRow> rows) {
    for (Family family : ALL) {
      out.family("container_network_" + family.name() + "_total", Kind.COUNTER, family.help());
      for (ContainerRow row : rows) {
        for (Link link : row.network()) {
          MetricLabels label =
              interfaces.computeIfAbsent(link.name(), n -> MetricLabels.of("interface", n));
          out.sample(row.labels(), label, family.value().applyAsLong(link), millis);
        }
      }
    }
  }
}
