package dev.jubelet.edge.trace;

import java.nio.file.Path;

/** Where the collector of traces listens. */
public sealed interface CollectorEndpoint {

  /** A host and a port, or what else gRPC resolves. */
  record Network(String target) implements CollectorEndpoint {}

  /** A socket file. */
  record Socket(Path path) implements CollectorEndpoint {}

  /** OpenTelemetry's own. */
  CollectorEndpoint DEFAULT = new Network("localhost:4317");

  String UNIX = "unix:";

  /** Reads tracing.endpoint: {@code host:port}, {@code dns:} or {@code unix:} with an address. */
  static CollectorEndpoint parse(String text) {
    if (!text.startsWith(UNIX)) {
      return new Network(text);
    }
    String path = text.substring(UNIX.length());
    return new Socket(Path.of(path.startsWith("//") ? path.substring(2) : path));
  }
}
