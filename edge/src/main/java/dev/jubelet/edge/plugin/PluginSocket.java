package dev.jubelet.edge.plugin;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is behind one registration socket: asks, registers, tells, and tries again with growing
 * pauses. A socket that was made anew is another plugin.
 *
 * <p>Thread: a lane of its own; {@link #present} and {@link #gone} from any. Owns: the plugin that
 * is registered.
 */
final class PluginSocket {
  private static final Logger log = LoggerFactory.getLogger(PluginSocket.class);
  private static final Duration FIRST_WAIT = Duration.ofMillis(500);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(122);

  private final Path socket;
  private final Map<String, PluginHandler> handlers;
  private final Runnable freed;
  private final Lane lane;
  private volatile @Nullable Object wanted;
  private @Nullable Object known;
  private volatile @Nullable Plugin registered;
  private Duration wait = FIRST_WAIT;

  /** {@code freed} is told when the plugin that was registered here is not so any more. */
  PluginSocket(Path socket, Map<String, PluginHandler> handlers, Runnable freed, Timers timers) {
    this.socket = socket;
    this.handlers = handlers;
    this.freed = freed;
    this.lane = new Lane("plugin-" + socket.getFileName(), this::step, timers);
  }

  /** The socket is there; {@code identity} differs from that of another socket at this path. */
  void present(Object identity) {
    if (!identity.equals(wanted)) {
      wanted = identity;
      lane.wake();
    }
  }

  void gone() {
    if (wanted != null) {
      wanted = null;
      lane.wake();
    }
  }

  /** What was in the way of this plugin may be gone. */
  void tryAgain() {
    if (wanted != null && registered == null) {
      lane.wake();
    }
  }

  boolean isPresent() {
    return wanted != null;
  }

  boolean isRegistered() {
    return registered != null;
  }

  private Next step() {
    Object now = wanted;
    if (!Objects.equals(now, known)) {
      known = now;
      wait = FIRST_WAIT;
      if (registered != null) {
        forget();
        freed.run();
      }
    }
    return now == null || registered != null ? Next.IDLE : attempt();
  }

  private void forget() {
    Plugin before = registered;
    registered = null;
    if (before != null) {
      log.atInfo().addKeyValue("plugin", before.name()).log("Plugin unregistered");
      handler(before).deregister(before);
    }
  }

  private Next attempt() {
    try (RegistrationClient client = new RegistrationClient(socket)) {
      Plugin plugin = client.plugin();
      register(plugin, client);
      log.atInfo()
          .addKeyValue("plugin", plugin.name())
          .addKeyValue("type", plugin.type())
          .addKeyValue("endpoint", plugin.endpoint())
          .log("Plugin registered");
      return Next.IDLE;
    } catch (PluginException e) {
      log.atWarn()
          .addKeyValue("socket", socket)
          .addKeyValue("retryAfter", wait)
          .log("Plugin registration failed: {}", e.text());
      Duration pause = wait;
      Duration twice = wait.multipliedBy(2);
      wait = twice.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : twice;
      return new Next.After(pause);
    }
  }

  private void register(Plugin plugin, RegistrationClient client) {
    try {
      handler(plugin).register(plugin);
    } catch (PluginException e) {
      client.tell(e.text());
      throw e;
    }
    registered = plugin;
    try {
      client.tell(null);
    } catch (PluginException e) {
      forget();
      throw e;
    }
  }

  private PluginHandler handler(Plugin plugin) {
    PluginHandler handler = handlers.get(plugin.type());
    if (handler == null) {
      throw new PluginException(
          "no handler registered for plugin type: %s at socket %s"
              .formatted(plugin.type(), socket));
    }
    return handler;
  }
}
