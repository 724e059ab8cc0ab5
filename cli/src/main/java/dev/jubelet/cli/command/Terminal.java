package dev.jubelet.cli.command;

import dev.jubelet.cli.spdy.ExecSession;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The user's terminal in raw mode, put back when closed, also when the process is ended by a
 * signal.
 *
 * <p>Thread: the command's; sizes are told on the JVM's signal thread. Owns: the terminal's mode.
 */
final class Terminal implements AutoCloseable {
  private static final File DEVICE = new File("/dev/tty");

  private final Optional<String> saved;
  private final Thread restorer;

  private Terminal(Optional<String> saved) {
    this.saved = saved;
    this.restorer = Thread.ofPlatform().unstarted(this::restore);
    Runtime.getRuntime().addShutdownHook(restorer);
  }

  /**
   * @param raw whether keys go to the command as they are typed
   */
  static Terminal open(boolean raw) throws IOException, InterruptedException {
    Optional<String> saved = raw ? stty("-g") : Optional.empty();
    if (saved.isPresent()) {
      stty("raw", "-echo");
    }
    return new Terminal(saved);
  }

  /** Tells the size now and whenever it changes. */
  void onResize(Consumer<ExecSession.Size> tell) {
    tellSize(tell);
    // The only way to a signal is not part of the supported API, so the compiler must not see it.
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object onSignal =
          Proxy.newProxyInstance(
              Terminal.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  tellSize(tell);
                }
                return null;
              });
      Object winch = signal.getConstructor(String.class).newInstance("WINCH");
      signal.getMethod("handle", signal, handler).invoke(null, winch, onSignal);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // Without it the command keeps the size the terminal had at its start.
      return;
    }
  }

  private static void tellSize(Consumer<ExecSession.Size> tell) {
    try {
      stty("size").flatMap(Terminal::parseSize).ifPresent(tell);
    } catch (IOException e) {
      throw new IllegalStateException("stty cannot be run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads "rows columns". */
  static Optional<ExecSession.Size> parseSize(String text) {
    String[] words = text.split(" ", -1);
    return words.length == 2
        ? Optional.of(new ExecSession.Size(Integer.parseInt(words[1]), Integer.parseInt(words[0])))
        : Optional.empty();
  }

  /** Runs stty on the terminal; empty when there is none. */
  private static Optional<String> stty(String... arguments)
      throws IOException, InterruptedException {
    String[] command = new String[arguments.length + 1];
    command[0] = "stty";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    Process process =
        new ProcessBuilder(command)
            .redirectInput(DEVICE)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
    return process.waitFor() == 0 ? Optional.of(output) : Optional.empty();
  }

  private void restore() {
    try {
      if (saved.isPresent()) {
        stty(saved.get());
      }
    } catch (IOException e) {
      throw new IllegalStateException("the terminal cannot be put back: run `reset`", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(restorer);
    restore();
  }
}
