package dev.jubelet.edge.cri;

import dev.jubelet.api.cri.ContainerEventResponse;
import org.jspecify.annotations.Nullable;

/**
 * A subscription to container events.
 *
 * <p>Thread: one reader; any thread may close it.
 */
public interface CriEvents extends AutoCloseable {

  /**
   * Waits for the next event; null when the runtime ended the stream or the subscription was
   * closed. Fails with {@link CriException} when the connection is lost; then subscribe anew.
   */
  @Nullable ContainerEventResponse next();

  /** Ends the subscription and wakes its reader. Idempotent. */
  @Override
  void close();
}
