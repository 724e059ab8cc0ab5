package dev.jubelet.pod.admit;

import dev.jubelet.pod.spec.Containers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which taints a pod puts up with. Pure. */
final class Tolerations {
  private Tolerations() {}

  static boolean tolerate(Pod pod, Taint taint) {
    return Containers.orEmpty(pod.getSpec().getTolerations()).stream()
        .anyMatch(toleration -> tolerates(toleration, taint));
  }

  /** What a toleration leaves out, it tolerates in any form. */
  private static boolean tolerates(Toleration toleration, Taint taint) {
    boolean meansEffect =
        text(toleration.getEffect()).isEmpty() || toleration.getEffect().equals(taint.getEffect());
    boolean meansKey =
        text(toleration.getKey()).isEmpty() || toleration.getKey().equals(taint.getKey());
    return meansEffect
        && meansKey
        && switch (text(toleration.getOperator())) {
          case "Exists" -> true;
          case "", "Equal" -> text(toleration.getValue()).equals(text(taint.getValue()));
          default -> false;
        };
  }

  private static String text(@Nullable String value) {
    return Objects.requireNonNullElse(value, "");
  }
}
