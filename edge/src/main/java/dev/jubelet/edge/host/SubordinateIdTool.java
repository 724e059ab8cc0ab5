package dev.jubelet.edge.host;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks the tool {@code getsubids} which ids the administrator has set aside for a user.
 *
 * <p>Thread: any; blocks until the tool has answered.
 */
public record SubordinateIdTool(Path tool) {
  private static final String NAME = "getsubids";
  private static final long PATIENCE_SECONDS = 10;

  /** What the tool printed for users and for groups. */
  public record Answer(String users, String groups) {}

  /** The tool; empty when the machine has no such user, or no such tool on {@code path}. */
  public static Optional<SubordinateIdTool> find(String user, String path) {
    if (!exists(user)) {
      return Optional.empty();
    }
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, NAME))
        .filter(Files::isExecutable)
        .findFirst()
        .map(SubordinateIdTool::new);
  }

  private static boolean exists(String user) {
    try {
      FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(user);
      return true;
    } catch (UserPrincipalNotFoundException e) {
      return false;
    } catch (IOException e) {
      throw new HostException(HostException.Kind.UNREADABLE, "cannot look up the user " + user, e);
    }
  }

  public Answer ask(String user) {
    return new Answer(run(user), run("-g", user));
  }

  private String run(String... arguments) {
    ProcessBuilder command = new ProcessBuilder(tool.toString());
    command.command().addAll(Arrays.asList(arguments));
    try {
      Process process = command.redirectErrorStream(true).start();
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw failed(tool + " did not end within " + PATIENCE_SECONDS + " s", null);
      }
      String printed =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.exitValue() != 0) {
        throw failed(tool + " ended with " + process.exitValue() + ": " + printed, null);
      }
      return printed;
    } catch (IOException e) {
      throw failed("cannot run " + tool, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("interrupted while " + tool + " ran", e);
    }
  }

  private static HostException failed(String message, @Nullable Throwable cause) {
    return new HostException(HostException.Kind.UNREADABLE, message, cause);
  }
}
