package dev.jubelet.pod.spec;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The containers of a spec; a list that the manifest leaves out or sets to null is empty. */
public final class Containers {
  private Containers() {}

  public static List<Container> regular(Pod pod) {
    return orEmpty(pod.getSpec().getContainers());
  }

  public static List<Container> init(Pod pod) {
    return orEmpty(pod.getSpec().getInitContainers());
  }

  /** Init containers, then regular ones. */
  public static List<Container> all(Pod pod) {
    return Stream.concat(init(pod).stream(), regular(pod).stream()).toList();
  }

  /** Whether an init container keeps running beside the regular ones. */
  public static boolean isSidecar(Container initContainer) {
    return "Always".equals(initContainer.getRestartPolicy());
  }

  /** The list, or an empty one when the manifest says null. */
  public static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
