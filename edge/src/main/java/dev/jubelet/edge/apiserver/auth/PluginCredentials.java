package dev.jubelet.edge.apiserver.auth;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a credential plugin said, kept until it expires or the server refuses it.
 *
 * <p>Thread: any; one at a time waits for the plugin. Owns: the last answer.
 */
final class PluginCredentials implements Credentials {
  private final PluginCall call;
  private final Timers timers;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private @Nullable PluginAnswer answer;

  PluginCredentials(PluginCall call, Timers timers) {
    this.call = call;
    this.timers = timers;
  }

  @Override
  public Optional<String> token() {
    return current().token();
  }

  @Override
  public Optional<PemPair> identity() {
    return current().identity();
  }

  /** The lock is held while the plugin runs, so that it runs once for all who wait. */
  private PluginAnswer current() {
    synchronized (lock) {
      PluginAnswer known = answer;
      if (known == null || known.expiredAt(timers.now())) {
        known = call.run();
        answer = known;
      }
      return known;
    }
  }

  @Override
  public void rejected() {
    synchronized (lock) {
      answer = null;
    }
  }
}
