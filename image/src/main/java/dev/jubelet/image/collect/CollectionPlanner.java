package dev.jubelet.image.collect;

import dev.jubelet.image.collect.CollectionPlan.Deletion;
import dev.jubelet.image.collect.CollectionPlan.Kept;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Chooses the images to remove, least recently used first. Images that were imported come last, and
 * only when the disk stays above the high threshold without them: nobody may be able to bring them
 * back. Pure.
 */
public final class CollectionPlanner {
  private static final Comparator<KnownImage> EVICTION_ORDER =
      Comparator.comparing(KnownImage::lastUsedOrNever)
          .thenComparing(KnownImage::firstDetectedOrBefore);

  private final CollectionSettings settings;

  public CollectionPlanner(CollectionSettings settings) {
    this.settings = settings;
  }

  /**
   * What a pass does now: first what has been unused for too long, then what the disk needs.
   *
   * @param running since when images are collected
   */
  public CollectionPlan pass(
      List<KnownImage> images, ImageDisk disk, Instant running, Instant now) {
    List<Deletion> old = old(images, running, now);
    Set<String> gone = old.stream().map(one -> one.image().key()).collect(Collectors.toSet());
    long bytes = old.stream().mapToLong(one -> one.image().sizeBytes()).sum();
    CollectionPlan rest =
        space(
            images.stream().filter(image -> !gone.contains(image.key())).toList(),
            disk.with(bytes),
            now);
    return new CollectionPlan(
        rest.bytesToFree(),
        Stream.concat(old.stream(), rest.deletions().stream()).toList(),
        rest.kept());
  }

  /** What has been unused for too long; nothing before the agent has watched for as long. */
  List<Deletion> old(List<KnownImage> images, Instant running, Instant now) {
    Choice choice = new Choice(images, now);
    if (settings.hasMaximumAge()
        && Duration.between(running, now).compareTo(settings.maximumAge()) > 0) {
      choice.takeOld();
    }
    return choice.plan(0).deletions();
  }

  /** What goes so that the disk gets from the high threshold down to the low one. */
  CollectionPlan space(List<KnownImage> images, ImageDisk disk, Instant now) {
    boolean full = disk.usedPercent() >= settings.highPercent();
    return free(images, disk, full ? Math.max(0, disk.bytesUntil(settings.lowPercent())) : 0, now);
  }

  /** What goes to free so many bytes. */
  CollectionPlan free(List<KnownImage> images, ImageDisk disk, long bytes, Instant now) {
    Choice choice = new Choice(images, now);
    choice.take(bytes, false, DeletionReason.SPACE);
    if (disk.with(choice.bytes()).usedPercent() >= settings.highPercent()) {
      choice.take(bytes - choice.bytes(), true, DeletionReason.LAST_RESORT);
    }
    return choice.plan(bytes);
  }

  /** What goes when pods would have to go otherwise: all that is unused, imported images last. */
  public CollectionPlan everything(List<KnownImage> images, Instant now) {
    Choice choice = new Choice(images, now);
    choice.take(Long.MAX_VALUE, false, DeletionReason.SPACE);
    choice.take(Long.MAX_VALUE, true, DeletionReason.LAST_RESORT);
    return choice.plan(0);
  }

  /** The state of one choice. */
  private final class Choice {
    private final Instant now;
    private final List<KnownImage> left;
    private final List<Kept> kept = new ArrayList<>();
    private final List<Deletion> deletions = new ArrayList<>();

    Choice(List<KnownImage> images, Instant now) {
      this.now = now;
      this.left = new ArrayList<>();
      for (KnownImage image : images.stream().sorted(EVICTION_ORDER).toList()) {
        Optional<KeepReason> guard =
            image.isUsedAt(now) ? Optional.of(KeepReason.IN_USE) : image.guard();
        guard.ifPresentOrElse(reason -> kept.add(new Kept(image, reason)), () -> left.add(image));
      }
    }

    long bytes() {
      return deletions.stream().mapToLong(deletion -> deletion.image().sizeBytes()).sum();
    }

    void takeOld() {
      List<KnownImage> old =
          left.stream().filter(image -> !image.isImported() && isUnusedTooLong(image)).toList();
      old.forEach(image -> take(image, DeletionReason.AGE));
    }

    /** Takes images until they hold so many bytes. */
    void take(long bytes, boolean imported, DeletionReason reason) {
      long missing = bytes;
      for (KnownImage image : List.copyOf(left)) {
        if (missing <= 0) {
          return;
        }
        if (image.isImported() == imported && !isYoung(image)) {
          take(image, reason);
          missing -= image.sizeBytes();
        }
      }
    }

    private void take(KnownImage image, DeletionReason reason) {
      left.remove(image);
      deletions.add(new Deletion(image, reason));
    }

    private boolean isUnusedTooLong(KnownImage image) {
      return image
          .lastUsed()
          .map(used -> Duration.between(used, now).compareTo(settings.maximumAge()) > 0)
          .orElse(true);
    }

    private boolean isYoung(KnownImage image) {
      return image
          .firstDetected()
          .map(first -> Duration.between(first, now).compareTo(settings.minimumAge()) < 0)
          .orElse(false);
    }

    CollectionPlan plan(long bytesToFree) {
      left.forEach(image -> kept.add(new Kept(image, whyLeft(image))));
      return new CollectionPlan(bytesToFree, List.copyOf(deletions), List.copyOf(kept));
    }

    private KeepReason whyLeft(KnownImage image) {
      if (isYoung(image)) {
        return KeepReason.YOUNG;
      }
      if (image.isImported()) {
        return KeepReason.IMPORTED;
      }
      return settings.hasMaximumAge() && !isUnusedTooLong(image)
          ? KeepReason.NOT_OLD
          : KeepReason.NOT_NEEDED;
    }
  }
}
