package dev.jubelet.cli.command;

import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.Json;
import dev.jubelet.cli.view.PodNames;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which container of a pod is meant; pure. */
final class Containers {
  private static final String DEFAULT = "kubectl.kubernetes.io/default-container";

  private Containers() {}

  /** The named one, the one the pod calls its default, or the first. */
  static String choose(Json pod, @Nullable String wanted) {
    List<String> names =
        Stream.of("containers", "initContainers", "ephemeralContainers")
            .flatMap(kind -> pod.at("spec", kind).items().stream())
            .map(container -> container.at("name").text())
            .toList();
    if (wanted == null) {
      String marked = pod.at("metadata", "annotations", DEFAULT).text();
      return names.contains(marked) ? marked : names.isEmpty() ? "" : names.getFirst();
    }
    if (!names.contains(wanted)) {
      throw new CliException(
          CliException.Kind.NOT_FOUND,
          "pod \"%s\" has no container \"%s\", only %s"
              .formatted(PodNames.name(pod), wanted, String.join(", ", names)));
    }
    return wanted;
  }
}
