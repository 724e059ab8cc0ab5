package dev.jubelet.cli.command;

import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.Json;
import dev.jubelet.cli.view.PodMatcher;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The containers of a pod, and which of them is meant. */
record ContainerChoice(Json pod) {
  private static final String DEFAULT = "kubectl.kubernetes.io/default-container";

  /** In the order in which they run. */
  List<String> inOrder() {
    return Stream.of("initContainers", "containers", "ephemeralContainers")
        .flatMap(this::names)
        .toList();
  }

  private Stream<String> names(String kind) {
    return pod.at("spec", kind).items().stream().map(container -> container.at("name").text());
  }

  /** The named one, the one the pod calls its default, or the first; guessing is told. */
  String choose(@Nullable String wanted, PrintStream notes) {
    List<String> names = inOrder();
    if (wanted != null) {
      if (!names.contains(wanted)) {
        throw new CliException(
            CliException.Kind.NOT_FOUND,
            "pod \"%s\" has no container \"%s\", only %s"
                .formatted(PodMatcher.name(pod), wanted, String.join(", ", names)));
      }
      return wanted;
    }
    String marked = pod.at("metadata", "annotations", DEFAULT).text();
    if (names.contains(marked)) {
      return marked;
    }
    String first = names("containers").findFirst().orElse("");
    if (names.size() > 1) {
      notes.println("Defaulted container \"" + first + "\" out of: " + described());
    }
    return first;
  }

  private String described() {
    return String.join(
        ", ",
        Stream.of(
                names("containers"),
                names("ephemeralContainers").map(name -> name + " (ephem)"),
                names("initContainers").map(name -> name + " (init)"))
            .flatMap(names -> names)
            .toList());
  }
}
