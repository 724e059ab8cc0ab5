package dev.jubelet.server.problem;

import dev.jubelet.server.AgentView.Problem;
import java.util.List;
import java.util.function.Supplier;

/**
 * All that is wrong now, read from what the parts of the agent know; nothing is remembered here, so
 * that what was mended is not in it.
 *
 * <p>Thread: any.
 *
 * @param sources in the order shown: the parts of the machine first, then manifests, then pods
 */
public record ProblemReport(List<Supplier<List<Problem>>> sources) {
  public ProblemReport {
    sources = List.copyOf(sources);
  }

  public List<Problem> list() {
    return sources.stream().flatMap(source -> source.get().stream()).toList();
  }
}
