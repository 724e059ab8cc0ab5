package dev.jubelet.server.tls;

import dev.jubelet.base.tls.KeyedChain;
import java.util.Optional;

/**
 * Where the main server's certificate comes from; it may change at any time.
 *
 * <p>Thread: any; called for each connection, so it must not wait.
 */
@FunctionalInterface
public interface ServingSource {

  /** What the next connection is shown; empty while there is nothing that could be shown. */
  Optional<KeyedChain> current();
}
