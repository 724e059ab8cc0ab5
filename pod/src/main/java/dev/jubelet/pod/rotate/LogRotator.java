package dev.jubelet.pod.rotate;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rotates one log. Whatever fails before the file is renamed leaves it as it is, to grow until the
 * next attempt succeeds. From the renaming until the runtime opens a new file, the container writes
 * to the renamed one: no line is lost wherever this is cut off.
 *
 * <p>Thread: any; one at a time for a log.
 */
final class LogRotator {
  private static final Logger log = LoggerFactory.getLogger(LogRotator.class);

  private final Consumer<String> runtime;
  private final LogDirectory.Opener directories;
  private final RotationSettings settings;
  private final Timers timers;

  /** {@code runtime} opens the log of a container anew; it throws {@link CriException}. */
  LogRotator(
      Consumer<String> runtime,
      LogDirectory.Opener directories,
      RotationSettings settings,
      Timers timers) {
    this.runtime = runtime;
    this.directories = directories;
    this.settings = settings;
    this.timers = timers;
  }

  /** Rotates a log that is large; returns what its file is called now. */
  String rotate(LiveLog live) throws IOException {
    try (LogDirectory directory = directories.open(directory(live))) {
      RotationPlan plan =
          RotationPlan.of(
              live.name(),
              directory.names(),
              settings.maxFiles(),
              LocalDateTime.ofInstant(timers.now(), settings.zone()));
      for (String name : plan.removals()) {
        directory.delete(name);
      }
      for (String name : plan.compressions()) {
        String unfinished = RotatedFile.unfinished(name);
        directory.compress(name, unfinished);
        directory.rename(unfinished, RotatedFile.compressed(name));
        directory.delete(name);
      }
      directory.rename(live.name(), plan.renamedTo());
      reopen(live, directory, plan.renamedTo());
      return plan.renamedTo();
    }
  }

  private static Path directory(LiveLog live) {
    return live.file().toAbsolutePath().resolveSibling("");
  }

  private void reopen(LiveLog live, LogDirectory directory, String renamedTo) throws IOException {
    try {
      reopen(live);
    } catch (CriException e) {
      if (isRefusal(e.kind())) {
        takeBack(live, directory, renamedTo);
      }
      throw e;
    }
  }

  /**
   * Whether the runtime surely opened no file. After a call of which the outcome is not known the
   * renamed file stays: the next look finds that a log is missing and has it opened.
   */
  private static boolean isRefusal(CriException.Kind kind) {
    return switch (kind) {
      case NOT_FOUND, INVALID, EXHAUSTED, UNIMPLEMENTED, ALREADY_EXISTS, INTERNAL -> true;
      case UNAVAILABLE, TIMEOUT, CANCELLED -> false;
    };
  }

  private static void takeBack(LiveLog live, LogDirectory directory, String renamedTo)
      throws IOException {
    Set<String> names = directory.names();
    if (names.contains(renamedTo) && !names.contains(live.name())) {
      directory.rename(renamedTo, live.name());
    }
  }

  /** Has the runtime make a log that is missing: a rotation was cut off before that. */
  void restore(LiveLog live) throws IOException {
    reopen(live);
    try (LogDirectory directory = directories.open(directory(live))) {
      if (!directory.names().contains(live.name())) {
        throw new NoSuchFileException(live.file().toString());
      }
    }
    log.atInfo()
        .addKeyValue("pod", live.pod())
        .addKeyValue("containerName", live.container())
        .addKeyValue("containerID", live.containerId())
        .addKeyValue("path", live.file())
        .log("Container log was missing; the runtime opened it again");
  }

  private void reopen(LiveLog live) {
    runtime.accept(live.containerId());
  }
}
