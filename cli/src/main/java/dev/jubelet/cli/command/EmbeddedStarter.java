package dev.jubelet.cli.command;

import dev.jubelet.app.EmbeddedAgent;
import dev.jubelet.app.RunManifest;
import dev.jubelet.cli.fault.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * Starts the agent inside this process, in a directory of its own that goes away with it.
 *
 * <p>Thread: the command's.
 */
public final class EmbeddedStarter implements AgentStarter {
  private static final Path FILES = Path.of("agent");

  @Override
  public Started start(Path directory, String runtimeEndpoint) throws IOException {
    Files.createDirectory(
        directory.resolve(FILES),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try {
      return new Embedded(
          EmbeddedAgent.start(directory.resolve(FILES), runtimeEndpoint), directory);
    } catch (RuntimeException e) {
      EmbeddedAgent.removeFiles(directory, FILES);
      throw new CliException(
          CliException.Kind.NO_AGENT,
          "no agent answers, and none can be started on " + runtimeEndpoint + ": " + e.getMessage(),
          e);
    }
  }

  @Override
  public void endLeftovers(Path directory, String runtimeEndpoint, List<RunManifest.RunPod> pods)
      throws IOException {
    Path files = directory.resolve(FILES);
    if (!Files.isDirectory(files)) {
      return;
    }
    try {
      boolean gone = EmbeddedAgent.endLeftovers(files, runtimeEndpoint, pods);
      finish(directory, gone);
    } catch (RuntimeException e) {
      throw new CliException(CliException.Kind.FAILED, String.valueOf(e.getMessage()), e);
    }
  }

  private static void finish(Path directory, boolean gone) throws IOException {
    if (!gone) {
      throw new CliException(
          CliException.Kind.FAILED,
          "not everything of the pods could be removed; their files stay in "
              + directory
              + ", and the next jubelet run tries again");
    }
    EmbeddedAgent.removeFiles(directory, FILES);
  }

  private record Embedded(EmbeddedAgent agent, Path directory) implements Started {
    @Override
    public Path socket() {
      return agent.socket();
    }

    @Override
    public void close() throws IOException {
      boolean gone = agent.awaitNoPods();
      agent.close();
      finish(directory, gone);
    }
  }
}
