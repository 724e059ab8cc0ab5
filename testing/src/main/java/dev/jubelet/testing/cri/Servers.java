package dev.jubelet.testing.cri;

import io.grpc.Server;
import java.util.concurrent.TimeUnit;

/** How servers of tests end. */
final class Servers {
  private Servers() {}

  static void awaitEnd(Server server) {
    try {
      if (!server.awaitTermination(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("a server on a unix socket does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
