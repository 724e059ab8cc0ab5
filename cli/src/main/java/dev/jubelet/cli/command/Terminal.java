package dev.jubelet.cli.command;

import dev.jubelet.cli.spdy.ExecSession;
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
  private final String saved;
  private final boolean raw;
  private final Thread restorer;

  private Terminal(String saved, boolean raw) {
    this.saved = saved;
    this.raw = raw;
    this.restorer = Thread.ofPlatform().unstarted(this::restore);
    Runtime.getRuntime().addShutdownHook(restorer);
  }

  /**
   * Empty when the standard input is no terminal.
   *
   * @param raw whether keys go to the command as they are typed
   */
  static Optional<Terminal> open(boolean raw) throws InterruptedException {
    Optional<Terminal> terminal = stty("-g").map(saved -> new Terminal(saved, raw));
    if (terminal.isPresent() && raw) {
      stty("raw", "-echo");
    }
    return terminal;
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

  /** Runs stty on the standard input; empty when that is no terminal, or there is no stty. */
  private static Optional<String> stty(String... arguments) throws InterruptedException {
    String[] command = new String[arguments.length + 1];
    command[0] = "stty";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      return process.waitFor() == 0 ? Optional.of(output) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void restore() {
    try {
      if (raw) {
        stty(saved);
      }
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
