package dev.jubelet.pod.admit;

import static dev.jubelet.pod.admit.FieldRow.field;
import static dev.jubelet.pod.admit.FieldRow.keys;

import dev.jubelet.pod.spec.PodDemand;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What this version does not do. A feature that arrives takes its row away. */
final class UnsupportedFields {
  private UnsupportedFields() {}

  static final List<FieldRow<Pod>> OF_POD =
      List.of(field("resourceClaims", p -> isSet(p.getSpec().getResourceClaims())));

  static final List<FieldRow<Container>> OF_CONTAINER =
      List.of(
          field(
              "resources.claims",
              c -> c.getResources() != null && isSet(c.getResources().getClaims())),
          keys(
              "resources.requests",
              c -> PodDemand.requests(c).names(),
              name -> name.contains("/")));

  private static boolean isSet(@Nullable Collection<?> values) {
    return values != null && !values.isEmpty();
  }
}
