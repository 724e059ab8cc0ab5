package dev.jubelet.cli.command;

import dev.jubelet.server.AgentSocket;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which agent a command talks to. */
public final class AgentOptions {
  @Option(
      names = "--socket",
      paramLabel = "PATH",
      defaultValue = "${env:JUBELET_SOCKET}",
      description = "The agent's local socket (or JUBELET_SOCKET).")
  @Nullable String socket;

  @Option(
      names = "--root-dir",
      paramLabel = "DIR",
      defaultValue = "/var/lib/kubelet",
      description = "The agent's root directory, by which its socket is found (${DEFAULT-VALUE}).")
  String rootDir = "/var/lib/kubelet";

  /** The value of the option of this name; null when it has none, or is another one. */
  public @Nullable String value(String option) {
    return switch (option) {
      case "--socket" -> socket == null || socket.isEmpty() ? null : socket;
      case "--root-dir" -> rootDir;
      default -> null;
    };
  }

  public Path path() {
    return socket == null || socket.isEmpty()
        ? AgentSocket.of(Path.of(rootDir)).find()
        : Path.of(socket);
  }
}
