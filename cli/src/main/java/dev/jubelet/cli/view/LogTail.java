package dev.jubelet.cli.view;

import dev.jubelet.cli.http.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The last lines of those containers of a pod that ended badly. */
public final class LogTail {
  private static final int LINES = 5;

  private LogTail() {}

  /**
   * @param fetch gives what a page of the agent holds, or nothing
   */
  public static Map<String, List<String>> of(Json pod, UnaryOperator<String> fetch) {
    Map<String, List<String>> tails = new LinkedHashMap<>();
    for (ContainerView container : ContainerView.all(pod)) {
      if (container.lastEnd().isFailure()) {
        String text = fetch.apply(target(pod, container));
        tails.put(container.name(), text.lines().map(LogTail::printable).toList());
      }
    }
    return tails;
  }

  private static String target(Json pod, ContainerView container) {
    return "/containerLogs/%s/%s/%s?tailLines=%d%s"
        .formatted(
            PodMatcher.namespace(pod),
            PodMatcher.name(pod),
            container.name(),
            LINES,
            container.isRunning() ? "&previous=true" : "");
  }

  /** A log may hold what would change the terminal. */
  private static String printable(String line) {
    return line.replace("\t", "  ").replaceAll("\\p{Cntrl}\\[[0-9;]*[a-zA-Z]|\\p{Cntrl}", "");
  }
}
