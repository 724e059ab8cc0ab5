package dev.jubelet.cli.command;

import dev.jubelet.app.EmbeddedAgent;
import dev.jubelet.cli.fault.CliException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Starts the agent inside this process, in a directory of its own that goes away with it.
 *
 * <p>Thread: the command's.
 */
public final class EmbeddedStarter implements AgentStarter {
  private final Path parent;

  /**
   * @param parent where the agent's directory is made
   */
  public EmbeddedStarter(Path parent) {
    this.parent = parent;
  }

  @Override
  public Started start(String runtimeEndpoint) throws IOException {
    Path directory = Files.createTempDirectory(parent, "jubelet-run-");
    try {
      return new Embedded(EmbeddedAgent.start(directory, runtimeEndpoint), directory);
    } catch (RuntimeException e) {
      delete(directory);
      throw new CliException(
          CliException.Kind.NO_AGENT,
          "no agent answers, and none can be started on " + runtimeEndpoint + ": " + e.getMessage(),
          e);
    }
  }

  private record Embedded(EmbeddedAgent agent, Path directory) implements Started {
    @Override
    public Path socket() {
      return agent.socket();
    }

    @Override
    public void close() throws IOException {
      agent.close();
      delete(directory);
    }
  }

  /** Deletes a directory and what is in it; links are deleted, not followed. */
  private static void delete(Path directory) throws IOException {
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failed)
              throws IOException {
            if (failed != null) {
              throw failed;
            }
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
