package dev.jubelet.volume.disk;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.linux.BlockingCalls;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells pods that wait because all files of a volume are given to their group, and how far that has
 * come.
 *
 * <p>Thread: any; timers tell, so {@code events} may not block.
 */
public record OwnershipProgress(Consumer<NodeEvent> events, Timers timers) {
  private static final ScopedValue<OwnershipProgress> CURRENT = ScopedValue.newInstance();
  private static final String REASON = "VolumePermissionChangeInProgress";
  private static final String WHAT = "Setting volume ownership for ";
  private static final String ADVICE =
      " is taking longer than expected, consider using OnRootMismatch -"
          + " https://kubernetes.io/docs/tasks/configure-pod-container/security-context/"
          + "#configure-volume-permission-and-ownership-change-policy-for-pods";
  private static final Duration FIRST = Duration.ofSeconds(30);
  private static final Duration NEXT = Duration.ofSeconds(60);

  /** Lets the walks be heard that the work does on this thread, whoever does them. */
  public <T extends @Nullable Object> T during(BlockingCalls.Work<T> work) throws IOException {
    return ScopedValue.where(CURRENT, this).<T, IOException>call(work::run);
  }

  /** What walks on this thread are heard by, if anything. */
  static Optional<OwnershipProgress> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /** A walk through a volume has begun; {@code files} counts those that are done. */
  Watched begun(Pod pod, Path root, AtomicLong files) {
    return new Watched(pod, root, files);
  }

  /** One walk; over when it is closed. */
  final class Watched implements AutoCloseable {
    private final Pod pod;
    private final String place;
    private final AtomicLong files;

    @GuardedBy("this")
    private Timers.Pending next;

    @GuardedBy("this")
    private boolean over;

    private Watched(Pod pod, Path root, AtomicLong files) {
      this.pod = pod;
      this.place = fromPod(pod, root);
      this.files = files;
      this.next = timers.after(FIRST, () -> tell(WHAT + place + ADVICE));
    }

    private void tell(String message) {
      if (goesOn()) {
        warn(pod, message);
      }
    }

    private synchronized boolean goesOn() {
      if (!over) {
        next =
            timers.after(NEXT, () -> tell(WHAT + place + ", processed " + files.get() + " files."));
      }
      return !over;
    }

    @Override
    public synchronized void close() {
      over = true;
      next.cancel();
    }
  }

  private void warn(Pod pod, String message) {
    events.accept(
        new NodeEvent(
            timers.now(),
            NodeEvent.Type.WARNING,
            REASON,
            message,
            PodKey.of(pod),
            PodUid.of(pod),
            ""));
  }

  /** The path from the pod's own directory on. */
  private static String fromPod(Pod pod, Path root) {
    String uid = PodUid.of(pod).value();
    for (int i = 0; i < root.getNameCount(); i++) {
      if (root.getName(i).toString().equals(uid)) {
        return root.subpath(i, root.getNameCount()).toString();
      }
    }
    return root.toString();
  }
}
