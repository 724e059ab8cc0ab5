package dev.jubelet.image.collect;

import dev.jubelet.api.cri.Image;
import dev.jubelet.base.GoDuration;
import dev.jubelet.base.SteadyClock;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.image.collect.CollectionPlan.Deletion;
import dev.jubelet.pod.model.NodeEvent;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the images, has the planner choose, and removes what was chosen.
 *
 * <p>Thread: any; blocks in the runtime, one pass after the other. Owns: when images were first
 * seen and last used.
 */
public final class ImageCollector {
  private static final Logger log = LoggerFactory.getLogger(ImageCollector.class);

  private final CollectionSettings settings;
  private final CollectionPlanner planner;
  private final RuntimeImages runtime;
  private final SandboxImages sandboxImages;
  private final ImageLedger ledger;
  private final ImageRemover remover;
  private final Optional<PulledImages> pulled;
  private final NodeWarnings warnings;
  private final Timers timers;
  private final SteadyClock clock;
  private final Instant started;

  /** Held during a pass, so that two do not count the same bytes. */
  private final ReentrantLock turn = new ReentrantLock(true);

  /** {@code pulled} is told when images have gone. */
  public ImageCollector(
      CriRuntime cri,
      CollectionSettings settings,
      Optional<PulledImages> pulled,
      CollectionListener listener,
      Consumer<NodeEvent> events,
      Timers timers) {
    this(cri, settings, pulled, listener, events, timers, Filesystem::of);
  }

  ImageCollector(
      CriRuntime cri,
      CollectionSettings settings,
      Optional<PulledImages> pulled,
      CollectionListener listener,
      Consumer<NodeEvent> events,
      Timers timers,
      Function<Path, Optional<Filesystem>> disks) {
    this.settings = settings;
    this.planner = new CollectionPlanner(settings);
    this.runtime = new RuntimeImages(cri, disks);
    this.sandboxImages = new SandboxImages(cri);
    this.ledger = new ImageLedger(settings.perHandler());
    this.remover = new ImageRemover(cri, runtime, listener);
    this.pulled = pulled;
    this.warnings = new NodeWarnings(timers, events);
    this.timers = timers;
    this.clock = new SteadyClock(timers);
    this.started = clock.now();
  }

  public CollectionSettings settings() {
    return settings;
  }

  /**
   * What is here and what would go; removes nothing.
   *
   * @throws CollectionException when the runtime does not answer
   */
  public ImageReport report() {
    Instant now = clock.now();
    List<KnownImage> images = look(now);
    ImageDisk disk = runtime.disk();
    return new ImageReport(
        images, disk, planner.pass(images, disk, started, now), planner.everything(images, now));
  }

  /**
   * Removes all unused images that are not too young, the imported ones last, and returns how many
   * bytes they had. For a disk so full that pods must go otherwise.
   *
   * @throws CollectionException when the runtime does not answer
   */
  public long deleteUnused() {
    turn.lock();
    try {
      Instant passStarted = timers.now();
      Instant now = clock.now();
      List<KnownImage> images = look(now);
      Removal removal =
          remover.remove(planner.everything(images, now).deletions(), deletion -> true);
      if (removal.failed()) {
        log.atWarn()
            .addKeyValue("error", removal.errorText())
            .addKeyValue("freedBytes", removal.bytes())
            .log("Failed to delete all unused images");
      } else {
        prune(removal.leftOf(images), passStarted);
      }
      return removal.bytes();
    } finally {
      turn.unlock();
    }
  }

  /** Notes which images there are and which are used. */
  void detect() {
    look(clock.now());
  }

  /**
   * One pass: first what is too old, then what the disk needs.
   *
   * @throws CollectionException when not all was done that had to be
   */
  void collect() {
    turn.lock();
    try {
      Instant passStarted = timers.now();
      Instant now = clock.now();
      List<KnownImage> images = look(now);
      List<KnownImage> left = removeOld(images, now);
      freeSpace(left, now, passStarted);
    } finally {
      turn.unlock();
    }
  }

  private List<KnownImage> removeOld(List<KnownImage> images, Instant now) {
    Removal removal = remover.remove(planner.old(images, started, now), deletion -> true);
    if (removal.failed()) {
      throw new CollectionException(
          "wanted to free images older than %s, encountered errors in image deletion: %s"
              .formatted(GoDuration.format(settings.maximumAge()), removal.errorText()));
    }
    return removal.leftOf(images);
  }

  private void freeSpace(List<KnownImage> images, Instant now, Instant passStarted) {
    ImageDisk disk = runtime.disk();
    if (disk.capacityBytes() == 0) {
      String message = "invalid capacity 0 on image filesystem";
      warnings.tell("InvalidDiskCapacity", message);
      throw new CollectionException(message);
    }
    CollectionPlan plan = planner.space(images, disk, now);
    if (plan.bytesToFree() == 0) {
      return;
    }
    log.atInfo()
        .addKeyValue("usage", disk.usedPercent())
        .addKeyValue("highThreshold", settings.highPercent())
        .addKeyValue("lowThreshold", settings.lowPercent())
        .addKeyValue("amountToFree", plan.bytesToFree())
        .log("Disk usage on image filesystem is over the high threshold, trying to free bytes");
    Removal removal = walk(images, plan, disk, now);
    if (removal.failed()) {
      throw new CollectionException(
          "wanted to free %d bytes, but freed %d bytes space with errors in image deletion: %s"
              .formatted(plan.bytesToFree(), removal.bytes(), removal.errorText()));
    }
    prune(removal.leftOf(images), passStarted);
    if (removal.bytes() < plan.bytesToFree() && !isLow(disk.place())) {
      throw insufficient(disk, removal.bytes());
    }
  }

  /** What failed, or is in use again, is made up for by the next in the order. */
  private Removal walk(List<KnownImage> images, CollectionPlan first, ImageDisk disk, Instant now) {
    Removal total = Removal.NOTHING;
    CollectionPlan plan = first;
    while (!plan.deletions().isEmpty()) {
      Removal removal =
          remover.remove(plan.deletions(), deletion -> isNeeded(deletion, disk.place()));
      total = total.and(removal);
      if (removal.tried().size() < plan.deletions().size()) {
        return total;
      }
      plan =
          planner.free(
              total.untriedOf(images),
              disk.with(total.bytes()),
              first.bytesToFree() - total.bytes(),
              now);
    }
    return total;
  }

  /**
   * Sizes that the runtime tells are those of compressed layers, so the disk is asked again: what
   * it needs no more stays, and imported images stay once it is below the high threshold.
   */
  private boolean isNeeded(Deletion deletion, String place) {
    return deletion.reason() == DeletionReason.LAST_RESORT
        ? runtime.disk(place).usedPercent() >= settings.highPercent()
        : !isLow(place);
  }

  private boolean isLow(String place) {
    return runtime.disk(place).bytesUntil(settings.lowPercent()) <= 0;
  }

  private CollectionException insufficient(ImageDisk disk, long freed) {
    String message =
        ("Insufficient free disk space on the node's image filesystem (%d%% of %s used). Failed to"
                + " free sufficient space by deleting unused images (freed %d bytes). Investigate"
                + " disk usage, as it could be used by active images, logs, volumes, or other"
                + " data.")
            .formatted(disk.usedPercent(), disk.capacityText(), freed);
    warnings.tell("FreeDiskSpaceFailed", message);
    return new CollectionException(message);
  }

  private void prune(List<KnownImage> left, Instant passStarted) {
    pulled.ifPresent(
        records ->
            records.prune(
                left.stream().map(KnownImage::id).collect(Collectors.toSet()), passStarted));
  }

  private List<KnownImage> look(Instant now) {
    List<Image> images = runtime.list().stream().filter(this::isValid).toList();
    return ledger.update(images, runtime.uses(), sandboxImages.names(), now);
  }

  private boolean isValid(Image image) {
    if (image.getId().isEmpty() && settings.perHandler()) {
      warnings.tell(
          "InvalidImageID", "ImageID is not valid, skipping, image: " + image.getRepoTagsList());
    }
    return !image.getId().isEmpty();
  }
}
