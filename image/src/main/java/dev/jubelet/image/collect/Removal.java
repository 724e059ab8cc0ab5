package dev.jubelet.image.collect;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What came of deletions.
 *
 * @param bytes of the images removed, as the runtime had told their sizes
 * @param removed keys of the images removed
 * @param tried keys of all that were to go, those in use again and those that failed included
 * @param errors of those that could not be removed
 */
record Removal(long bytes, Set<String> removed, Set<String> tried, List<String> errors) {
  static final Removal NOTHING = new Removal(0, Set.of(), Set.of(), List.of());

  boolean failed() {
    return !errors.isEmpty();
  }

  /** All errors, each text once, as one. */
  String errorText() {
    List<String> distinct = errors.stream().distinct().toList();
    return distinct.size() == 1 ? distinct.getFirst() : "[" + String.join(", ", distinct) + "]";
  }

  Removal and(Removal other) {
    return new Removal(
        bytes + other.bytes,
        union(removed, other.removed),
        union(tried, other.tried),
        Stream.concat(errors.stream(), other.errors.stream()).toList());
  }

  private static Set<String> union(Set<String> some, Set<String> others) {
    return Stream.concat(some.stream(), others.stream()).collect(Collectors.toSet());
  }

  /** Those of these images that nothing was done to. */
  List<KnownImage> untriedOf(List<KnownImage> images) {
    return images.stream().filter(image -> !tried.contains(image.key())).toList();
  }

  /** The images that are left of these. */
  List<KnownImage> leftOf(List<KnownImage> images) {
    return images.stream().filter(image -> !removed.contains(image.key())).toList();
  }
}
