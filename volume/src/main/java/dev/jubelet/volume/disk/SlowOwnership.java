package dev.jubelet.volume.disk;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells people when it takes long to give a volume to the group of its pod: a volume with millions
 * of files can hold a pod up for hours.
 *
 * <p>Thread: any; events are told by timers.
 *
 * @param events is told; may not block
 */
public record SlowOwnership(Consumer<NodeEvent> events, Timers timers) {
  private static final ScopedValue<SlowOwnership> CURRENT = ScopedValue.newInstance();
  private static final String REASON = "VolumePermissionChangeInProgress";
  private static final Duration FIRST_WORD = Duration.ofSeconds(30);
  private static final Duration NEXT_WORD = Duration.ofSeconds(60);

  /** Work on a volume. */
  public interface Work<T extends @Nullable Object> {
    T run() throws IOException;
  }

  /** Lets the walks that the work does on this thread be told of. */
  public <T extends @Nullable Object> T during(Work<T> work) throws IOException {
    return ScopedValue.where(CURRENT, this).<T, IOException>call(work::run);
  }

  /** A walk begins; nobody is told when nobody is there to be told. */
  static Walk begin(Pod pod, Path root) {
    return new Walk(CURRENT.isBound() ? CURRENT.get() : null, pod, root);
  }

  /**
   * One walk over a volume. Thread: that of the walk; the timers' for events. Owns: how many files
   * it has seen, and its timer.
   */
  static final class Walk implements AutoCloseable {
    private final @Nullable SlowOwnership told;
    private final Pod pod;
    private final Path root;
    private final AtomicLong files = new AtomicLong();
    private Timers.@Nullable Pending next;
    private boolean over;

    private Walk(@Nullable SlowOwnership told, Pod pod, Path root) {
      this.told = told;
      this.pod = pod;
      this.root = root;
      wait(FIRST_WORD, this::tellFirst);
    }

    /** Without what is the node's own affair. */
    private String fromPod() {
      String path = root.toString();
      int at = path.indexOf(PodUid.of(pod).value());
      return at < 0 ? path : path.substring(at);
    }

    void step() {
      files.incrementAndGet();
    }

    private synchronized void wait(Duration delay, Runnable word) {
      if (told != null && !over) {
        next = told.timers().after(delay, word);
      }
    }

    private void tellFirst() {
      tell(
          " is taking longer than expected, consider using OnRootMismatch -"
              + " https://kubernetes.io/docs/tasks/configure-pod-container/security-context/"
              + "#configure-volume-permission-and-ownership-change-policy-for-pods");
    }

    private void tellAgain() {
      tell(", processed " + files.get() + " files.");
    }

    private void tell(String more) {
      if (told != null) {
        told.events()
            .accept(
                new NodeEvent(
                    told.timers().now(),
                    NodeEvent.Type.WARNING,
                    REASON,
                    "Setting volume ownership for " + fromPod() + more,
                    PodKey.of(pod),
                    PodUid.of(pod),
                    ""));
      }
      wait(NEXT_WORD, this::tellAgain);
    }

    @Override
    public synchronized void close() {
      over = true;
      if (next != null) {
        next.cancel();
      }
    }
  }
}
