package dev.jubelet.image.archive;

import dev.jubelet.edge.host.SocketPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds {@code ctr}: beside the containerd that listens on the socket, so that it is of the same
 * release, else on the PATH.
 */
public final class CtrProgram {
  private static final String NAME = "ctr";

  private CtrProgram() {}

  /** {@code searchPath} is the value of PATH. */
  public static Optional<Path> find(Path socket, String searchPath) {
    return Stream.concat(
            SocketPrograms.listeningOn(socket).stream()
                .map(program -> program.resolveSibling(NAME)),
            Stream.of(searchPath.split(":"))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, NAME)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
