package dev.jubelet.app.cluster;

import dev.jubelet.api.cri.Image;
import dev.jubelet.api.cri.ListImagesRequest;
import dev.jubelet.api.cri.RuntimeHandler;
import dev.jubelet.api.cri.StatusRequest;
import dev.jubelet.api.cri.StatusResponse;
import dev.jubelet.api.cri.VersionRequest;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.node.status.NodeImage;
import dev.jubelet.node.status.RuntimeTraits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the node tells of its runtime and its images. They seldom change, so they are asked for once
 * a minute at most; while the runtime is away its last words stand.
 *
 * <p>Thread: the node's status lane. Owns: the last answers.
 */
public final class RuntimeObserver {
  private static final Logger log = LoggerFactory.getLogger(RuntimeObserver.class);
  private static final Duration FRESH = Duration.ofMinutes(1);

  private final CriRuntime cri;
  private final Timers timers;
  private Instant asked = Instant.MIN;
  private RuntimeTraits traits;
  private List<NodeImage> images = List.of();

  public RuntimeObserver(CriRuntime cri, String runtimeName, Timers timers) {
    this.cri = cri;
    this.timers = timers;
    this.traits = new RuntimeTraits(runtimeName, "", List.of(), Optional.empty());
  }

  RuntimeTraits traits() {
    refresh();
    return traits;
  }

  List<NodeImage> images() {
    refresh();
    return images;
  }

  private void refresh() {
    Instant now = timers.now();
    if (now.isBefore(asked.plus(FRESH))) {
      return;
    }
    try {
      traits = askTraits();
      images =
          cri.listImages(ListImagesRequest.getDefaultInstance()).getImagesList().stream()
              .map(RuntimeObserver::image)
              .toList();
      asked = now;
    } catch (CriException e) {
      log.atDebug().addKeyValue("error", e.text()).log("The runtime does not tell of itself");
    }
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
