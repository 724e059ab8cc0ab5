package dev.jubelet.server;

import dev.jubelet.server.tls.TlsSettings;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where to listen; what is null is not listened on.
 *
 * @param tls needed when {@code main} is given
 * @param debuggingHandlers whether the main server serves logs and configuration; otherwise it
 *     answers their paths with 405, as the read-only one always does
 */
public record ServerConfig(
    @Nullable InetSocketAddress main,
    @Nullable TlsSettings tls,
    boolean debuggingHandlers,
    @Nullable InetSocketAddress readOnly,
    @Nullable InetSocketAddress healthz,
    @Nullable Path localSocket,
    Streams streams) {

  /**
   * What goes on inside containers.
   *
   * @param idleTimeout how long a stream may stand still; zero for ever
   * @param endsWebSockets whether WebSockets that runtimes do not know are served
   * @param checkpoints whether checkpoints can be asked for
   */
  public record Streams(Duration idleTimeout, boolean endsWebSockets, boolean checkpoints) {}

  public ServerConfig {
    if (main != null && tls == null) {
      throw new IllegalArgumentException("the main server needs TLS settings");
    }
  }
}
