package dev.jubelet.pod.manifest;

import dev.jubelet.base.EditDistance;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * A field that the API does not have; pure.
 *
 * @param path with the field's own name at its end
 * @param nearest the name of a field of the same object that may have been meant
 */
record UnknownField(String path, Optional<String> nearest) {
  private static final int MOST_EDITS = 3;

  static UnknownField of(String path, String name, Collection<Object> known) {
    int most = Math.min(MOST_EDITS, name.length() / 2);
    return new UnknownField(
        path,
        known.stream()
            .map(Object::toString)
            .filter(candidate -> distance(candidate, name) <= most)
            .min(
                Comparator.comparingInt((String candidate) -> distance(candidate, name))
                    .thenComparing(Comparator.naturalOrder())));
  }

  /** A wrong case is the mistake that is made most. */
  private static int distance(String candidate, String name) {
    return EditDistance.between(candidate.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
  }

  String message() {
    return path
        + " is unknown and ignored"
        + nearest.map(name -> "; did you mean " + name + "?").orElse("");
  }
}
