package dev.jubelet.image.collect;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.api.cri.Image;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * When each image was first seen and last used. What was here at the first look is older than
 * anybody knows. Kept in memory only: after a restart all begins anew.
 *
 * <p>Thread: any. Owns: these times, of images that are present.
 */
final class ImageLedger {
  private record Times(Optional<Instant> firstDetected, Optional<Instant> lastUsed) {}

  private final boolean perHandler;

  @GuardedBy("this")
  private Map<String, Times> known = new HashMap<>();

  @GuardedBy("this")
  private boolean looked;

  ImageLedger(boolean perHandler) {
    this.perHandler = perHandler;
  }

  /** Takes a new look and returns the images with their times. */
  synchronized List<KnownImage> update(
      List<Image> images, List<ImageUse> uses, Set<String> sandboxImages, Instant now) {
    Map<String, Times> next = new HashMap<>();
    List<KnownImage> all = new ArrayList<>();
    for (Image image : images) {
      List<ImageUse> own = uses.stream().filter(use -> isOf(use, image)).toList();
      Times before = known.get(key(image));
      Times times =
          new Times(
              before != null
                  ? before.firstDetected()
                  : looked ? Optional.of(now) : Optional.empty(),
              !own.isEmpty()
                  ? Optional.of(now)
                  : Optional.ofNullable(before).flatMap(Times::lastUsed));
      next.put(key(image), times);
      all.add(image(image, own, times, guard(image, sandboxImages)));
    }
    known = next;
    looked = true;
    return all;
  }

  /** Whether one of the uses is of this image. */
  static boolean isUsed(KnownImage image, List<ImageUse> uses) {
    Set<String> names = new HashSet<>(image.tags());
    names.addAll(image.digests());
    names.add(image.id());
    return uses.stream().anyMatch(use -> names.contains(use.reference()));
  }

  private KnownImage image(
      Image image, List<ImageUse> uses, Times times, Optional<KeepReason> guard) {
    return new KnownImage(
        key(image),
        image.getId(),
        List.copyOf(image.getRepoTagsList()),
        List.copyOf(image.getRepoDigestsList()),
        image.getSize(),
        guard,
        uses.stream().map(ImageUse::pod).filter(pod -> !pod.isEmpty()).distinct().sorted().toList(),
        times.firstDetected(),
        times.lastUsed());
  }

  private static Optional<KeepReason> guard(Image image, Set<String> sandboxImages) {
    if (image.getPinned()) {
      return Optional.of(KeepReason.PINNED);
    }
    return names(image).anyMatch(sandboxImages::contains)
        ? Optional.of(KeepReason.SANDBOX)
        : Optional.empty();
  }

  private boolean isOf(ImageUse use, Image image) {
    return names(image).anyMatch(use.reference()::equals)
        && (!perHandler || use.handler().equals(image.getSpec().getRuntimeHandler()));
  }

  private static Stream<String> names(Image image) {
    return Stream.concat(
        Stream.of(image.getId()),
        Stream.concat(image.getRepoTagsList().stream(), image.getRepoDigestsList().stream()));
  }

  private String key(Image image) {
    String handler = image.getSpec().getRuntimeHandler();
    return perHandler && !handler.isEmpty() ? image.getId() + "," + handler : image.getId();
  }
}
