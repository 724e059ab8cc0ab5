package dev.jubelet.server;

import dev.jubelet.server.tls.TlsSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What to serve, and on which sockets.
 *
 * @param sockets end with the server
 * @param tls needed when there is a main socket
 * @param debuggingHandlers whether the main server serves logs and configuration; otherwise it
 *     answers their paths with 405, as the read-only one always does
 */
public record ServerConfig(
    ServerSockets sockets, @Nullable TlsSettings tls, boolean debuggingHandlers, Streams streams) {

  /**
   * What goes on inside containers.
   *
   * @param idleTimeout how long a stream may stand still; zero for ever
   * @param endsWebSockets whether WebSockets that runtimes do not know are served
   * @param checkpoints whether checkpoints can be asked for
   */
  public record Streams(Duration idleTimeout, boolean endsWebSockets, boolean checkpoints) {}

  public ServerConfig {
    if (sockets.main().isPresent() && tls == null) {
      throw new IllegalArgumentException("the main server needs TLS settings");
    }
  }
}
