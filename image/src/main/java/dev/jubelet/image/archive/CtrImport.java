package dev.jubelet.image.archive;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.edge.host.HostException;
import dev.jubelet.image.archive.ArchiveException.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Imports through {@code ctr}, the program that comes with containerd: {@code images import} in the
 * namespace of the CRI. Newer ones are told to read the archive themselves, as older ones do,
 * because what the daemon does in their place differs between releases.
 *
 * <p>Thread: any; blocks until the program ends.
 */
public final class CtrImport implements ImageImport {
  private static final String NAMESPACE = "k8s.io";

  private final String runtimeName;
  private final Path socket;
  private final HostCommands commands;
  private final Supplier<Optional<Path>> program;

  /**
   * @param runtimeName as the runtime calls itself
   * @param program where {@code ctr} is now
   */
  public CtrImport(
      String runtimeName, Path socket, HostCommands commands, Supplier<Optional<Path>> program) {
    this.runtimeName = runtimeName;
    this.socket = socket;
    this.commands = commands;
    this.program = program;
  }

  @Override
  public void importFrom(Path archive) {
    if (!runtimeName.equals("containerd")) {
      throw new ArchiveException(
          Kind.UNAVAILABLE,
          "importing archives works with containerd only, and this runtime is "
              + runtimeName
              + "; use its own tools, e.g. podman load");
    }
    String ctr =
        program
            .get()
            .orElseThrow(
                () ->
                    new ArchiveException(
                        Kind.UNAVAILABLE,
                        "there is no ctr beside containerd or on the PATH, which importing"
                            + " archives needs: install it, it is part of containerd"))
            .toString();
    List<String> command =
        new ArrayList<>(List.of(ctr, "--address", socket.toString(), "--namespace", NAMESPACE));
    command.addAll(List.of("images", "import"));
    if (run(List.of(ctr, "images", "import", "--help")).output().contains("--local")) {
      command.add("--local");
    }
    command.add(archive.toAbsolutePath().toString());
    HostCommands.Result result = run(command);
    if (!result.succeeded()) {
      throw new ArchiveException(
          Kind.UNAVAILABLE, "ctr did not import " + archive + ": " + lastLine(result.output()));
    }
  }

  private HostCommands.Result run(List<String> command) {
    try {
      return commands.run(command);
    } catch (HostException e) {
      throw new ArchiveException(Kind.UNAVAILABLE, String.valueOf(e.getMessage()), e);
    }
  }

  private static String lastLine(String output) {
    return output
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .reduce((a, b) -> b)
        .orElse("it printed nothing");
  }
}
