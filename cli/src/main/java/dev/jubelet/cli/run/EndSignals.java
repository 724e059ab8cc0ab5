package dev.jubelet.cli.run;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts the signals that ask this process to end, in place of ending: whoever runs pods has to end
 * them first. A signal that the process was started to ignore, as by nohup, stays ignored.
 *
 * <p>Thread: counted on the JVM's signal thread, asked by any. Owns: the handlers until it is
 * closed.
 */
final class EndSignals implements AutoCloseable {
  private static final int SIGNALLED = 128;

  private final AtomicInteger count = new AtomicInteger();
  private final List<Runnable> restores = new ArrayList<>();
  private volatile int exitCode;

  private EndSignals() {}

  static EndSignals listen() {
    EndSignals signals = new EndSignals();
    try {
      for (String name : List.of("INT", "TERM", "HUP")) {
        signals.listenTo(name);
      }
      return signals;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JVM has no signals", e);
    }
  }

  /** The class is not part of the supported API, so the compiler must not see it. */
  private void listenTo(String name) throws ReflectiveOperationException {
    Class<?> signals = Class.forName("sun.misc.Signal");
    Class<?> handlers = Class.forName("sun.misc.SignalHandler");
    Object signal = signals.getConstructor(String.class).newInstance(name);
    int number = (int) signals.getMethod("getNumber").invoke(signal);
    Object counter =
        Proxy.newProxyInstance(
            EndSignals.class.getClassLoader(),
            new Class<?>[] {handlers},
            (proxy, method, arguments) -> called(method.getName(), number));
    Object before = signals.getMethod("handle", signals, handlers).invoke(null, signal, counter);
    Runnable restore = () -> handle(signals, handlers, signal, before);
    if (Objects.equals(handlers.getField("SIG_IGN").get(null), before)) {
      restore.run();
    } else {
      restores.add(restore);
    }
  }

  private @Nullable Object called(String method, int number) {
    if (method.equals("handle") && count.incrementAndGet() == 1) {
      exitCode = SIGNALLED + number;
    }
    return null;
  }

  private static void handle(Class<?> signals, Class<?> handlers, Object signal, Object handler) {
    try {
      signals.getMethod("handle", signals, handlers).invoke(null, signal, handler);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a signal's handler cannot be put back", e);
    }
  }

  /** How many have come. */
  int count() {
    return count.get();
  }

  /** What a process ended by the first of them would exit with. */
  int exitCode() {
    return exitCode;
  }

  @Override
  public void close() {
    restores.forEach(Runnable::run);
  }
}
