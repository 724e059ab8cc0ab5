package dev.jubelet.app.cluster;

import dev.jubelet.api.cri.Image;
import dev.jubelet.api.cri.ListImagesRequest;
import dev.jubelet.api.cri.RuntimeHandler;
import dev.jubelet.api.cri.StatusRequest;
import dev.jubelet.api.cri.StatusResponse;
import dev.jubelet.api.cri.VersionRequest;
import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.node.status.NodeImage;
import dev.jubelet.node.status.RuntimeTraits;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the node tells of its runtime and its images. They seldom change, so they are asked for once
 * a minute at most; while the runtime is away its last answers stand. Only the first answers are
 * waited for: a runtime that hangs must not hold up the node's status, which says so.
 *
 * <p>Thread: any; asks on the lane {@code runtime-facts}. Owns: the last answers.
 */
public final class RuntimeObserver implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RuntimeObserver.class);
  private static final Duration FRESH = Duration.ofMinutes(1);

  private final CriRuntime cri;
  private final Timers timers;
  private final Lane lane;
  private final Facts unknown;
  private volatile @Nullable Facts last;
  private volatile boolean closed;

  /** What was answered when. */
  private record Facts(RuntimeTraits traits, List<NodeImage> images, long askedNanos) {}

  public RuntimeObserver(CriRuntime cri, String runtimeName, Timers timers) {
    this.cri = cri;
    this.timers = timers;
    this.lane = new Lane("runtime-facts", this::step, timers);
    this.unknown =
        new Facts(new RuntimeTraits(runtimeName, "", List.of(), Optional.empty()), List.of(), 0);
  }

  RuntimeTraits traits() {
    return facts().traits();
  }

  List<NodeImage> images() {
    return facts().images();
  }

  private Facts facts() {
    Facts known = last;
    if (known == null) {
      ask();
      return Objects.requireNonNullElse(last, unknown);
    }
    if (timers.nanoTime() - known.askedNanos() >= FRESH.toNanos()) {
      lane.wake();
    }
    return known;
  }

  private Lane.Next step() {
    if (closed) {
      return Lane.Next.DONE;
    }
    ask();
    return Lane.Next.IDLE;
  }

  private void ask() {
    long asked = timers.nanoTime();
    try {
      RuntimeTraits traits = askTraits();
      List<NodeImage> images =
          cri.listImages(ListImagesRequest.getDefaultInstance()).getImagesList().stream()
              .map(RuntimeObserver::image)
              .toList();
      last = new Facts(traits, images, asked);
    } catch (CriException e) {
      log.atDebug().addKeyValue("error", e.text()).log("Failed to query the runtime");
    }
  }

  @Override
  public void close() {
    closed = true;
    lane.interruptAndWake();
  }

  private RuntimeTraits askTraits() {
    var version = cri.version(VersionRequest.getDefaultInstance());
    StatusResponse status = cri.status(StatusRequest.getDefaultInstance());
    return new RuntimeTraits(
        version.getRuntimeName(),
        version.getRuntimeVersion(),
        status.getRuntimeHandlersList().stream().map(RuntimeObserver::handler).toList(),
        status.hasFeatures()
            ? Optional.of(status.getFeatures().getSupplementalGroupsPolicy())
            : Optional.empty());
  }

  private static RuntimeTraits.Handler handler(RuntimeHandler from) {
    return new RuntimeTraits.Handler(
        from.getName(),
        from.getFeatures().getRecursiveReadOnlyMounts(),
        from.getFeatures().getUserNamespaces());
  }

  private static NodeImage image(Image from) {
    return new NodeImage(
        from.getId(), from.getRepoDigestsList(), from.getRepoTagsList(), from.getSize());
  }
}
