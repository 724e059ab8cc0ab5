package dev.jubelet.pod.translate;

import static dev.jubelet.pod.translate.spec.SpecValues.text;

import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/** Which handler of the container runtime a RuntimeClass stands for. Thread: any. */
@FunctionalInterface
public interface RuntimeClasses {
  /** Nobody has told of any class. */
  RuntimeClasses NONE = name -> Optional.empty();

  /** Empty when there is no class of this name. */
  Optional<String> handler(String className);

  /** The handler that runs the pod, empty for the runtime's default; throws if there is none. */
  default String handlerOf(Pod pod) {
    String name = text(pod.getSpec().getRuntimeClassName());
    if (name.isEmpty()) {
      return "";
    }
    return handler(name)
        .orElseThrow(
            () ->
                new UntranslatableException(
                    "runtimeclass.node.k8s.io \"%s\" not found".formatted(name)));
  }
}
