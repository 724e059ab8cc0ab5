package dev.jubelet.pod.rotate;

import dev.jubelet.api.cri.ReopenContainerLogRequest;
import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the sizes of the logs of running containers from time to time and has large ones
 * rotated. A look asks the file system only, once for each log; which containers run is known.
 *
 * <p>Thread: the lane {@code log-rotation}. Owns: the workers.
 */
public final class LogRotation {
  private static final Logger log = LoggerFactory.getLogger(LogRotation.class);

  private final Supplier<List<LiveLog>> logs;
  private final BooleanSupplier runtimeIsReady;
  private final RotationSettings settings;
  private final RotationWorkers workers;
  private final Lane lane;
  private volatile boolean stopped;

  /** {@code logs} are those of all containers that run now. */
  public LogRotation(
      CriRuntime cri,
      Supplier<List<LiveLog>> logs,
      BooleanSupplier runtimeIsReady,
      RotationSettings settings,
      RotationListener listener,
      Timers timers) {
    this.logs = logs;
    this.runtimeIsReady = runtimeIsReady;
    this.settings = settings;
    LogRotator rotator =
        new LogRotator(id -> reopen(cri, id), SafeLogDirectory::open, settings, timers);
    this.workers = new RotationWorkers(rotator, settings.workers(), listener, timers);
    this.lane = new Lane("log-rotation", this::step, timers);
  }

  private static void reopen(CriRuntime cri, String containerId) {
    cri.reopenContainerLog(
        ReopenContainerLogRequest.newBuilder().setContainerId(containerId).build());
  }

  public void start() {
    if (settings.rotates()) {
      lane.wake();
    }
  }

  public void stop() {
    stopped = true;
    lane.interruptAndWake();
    workers.close();
  }

  private Lane.Next step() {
    if (stopped) {
      return Lane.Next.DONE;
    }
    if (runtimeIsReady.getAsBoolean()) {
      logs.get().forEach(this::look);
    }
    return new Lane.Next.After(settings.interval());
  }

  private void look(LiveLog live) {
    try {
      BasicFileAttributes file =
          Files.readAttributes(live.file(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (file.isRegularFile() && file.size() >= settings.maxBytes()) {
        workers.add(live, false);
      }
    } catch (NoSuchFileException e) {
      workers.add(live, true);
    } catch (IOException e) {
      log.atWarn()
          .addKeyValue("pod", live.pod())
          .addKeyValue("containerName", live.container())
          .addKeyValue("path", live.file())
          .addKeyValue("err", e.toString())
          .log("Failed to get the size of a container log; retrying at the next scan");
    }
  }
}
