package dev.jubelet.pod.translate.spec;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads optional fields of a spec with the meaning that absence has there. Thread: any. */
public final class SpecValues {

  public static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  /** The value, or what the API server fills in for an absent or empty one. */
  public static String text(@Nullable String value, String whenEmpty) {
    return value == null || value.isEmpty() ? whenEmpty : value;
  }

  public static boolean isTrue(@Nullable Boolean value) {
    return value != null && value;
  }

  public static <T> List<T> list(@Nullable List<T> value) {
    return value == null ? List.of() : value;
  }

  public static <T> Map<String, T> map(@Nullable Map<String, T> value) {
    return value == null ? Map.of() : value;
  }

  public static boolean hostNetwork(Pod pod) {
    return isTrue(pod.getSpec().getHostNetwork());
  }

  public static String terminationMessagePath(Container container) {
    return text(container.getTerminationMessagePath(), "/dev/termination-log");
  }

  public static String terminationMessagePolicy(Container container) {
    return text(container.getTerminationMessagePolicy(), "File");
  }

  private SpecValues() {}
}
