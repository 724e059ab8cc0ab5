package dev.jubelet.pod.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A container as the runtime reports it. Times are null until the thing happened. {@code image} is
 * the name the runtime reports, {@code imageRef} what goes into status as image ID. {@code
 * restartCount} and {@code hash} come from the annotations that the agent wrote at creation; {@code
 * hash} is empty for a container that someone else made. {@code stopSignal} is the wire word of the
 * signal that the runtime says it will send, empty when it does not say.
 */
public record ObservedContainer(
    String id,
    String name,
    String sandboxId,
    State state,
    int restartCount,
    String hash,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    int exitCode,
    String reason,
    String message,
    String image,
    String imageRef,
    String logPath,
    Map<String, String> annotations,
    @Nullable LinuxUser user,
    @Nullable Resources resources,
    String stopSignal) {

  public ObservedContainer {
    annotations = Map.copyOf(annotations);
  }

  /** The same container, with its end at another time. */
  public ObservedContainer endedAt(Instant time) {
    return new ObservedContainer(
        id,
        name,
        sandboxId,
        state,
        restartCount,
        hash,
        createdAt,
        startedAt,
        time,
        exitCode,
        reason,
        message,
        image,
        imageRef,
        logPath,
        annotations,
        user,
        resources,
        stopSignal);
  }

  /** The four states of the CRI. */
  public enum State {
    CREATED,
    RUNNING,
    EXITED,
    UNKNOWN
  }

  /** The user the first process runs as. */
  public record LinuxUser(long uid, long gid, List<Long> supplementalGroups) {
    public LinuxUser {
      supplementalGroups = List.copyOf(supplementalGroups);
    }
  }

  /** The values the runtime says are in force; zero means not reported. */
  public record Resources(long cpuShares, long cpuQuota, long cpuPeriod, long memoryLimit) {}

  public boolean isRunning() {
    return state == State.RUNNING;
  }
}
