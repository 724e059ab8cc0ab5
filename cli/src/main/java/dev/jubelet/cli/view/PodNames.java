package dev.jubelet.cli.view;

import dev.jubelet.base.EditDistance;
import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Finds the pod a person means: {@code name} or {@code namespace/name}, where a static pod may be
 * called without the node's name at its end; pure.
 */
public final class PodNames {
  private static final int CLOSE = 3;

  private final List<Json> pods;
  private final String nodeSuffix;

  public PodNames(List<Json> pods, String nodeName) {
    this.pods = pods;
    this.nodeSuffix = "-" + nodeName.toLowerCase(Locale.ROOT);
  }

  public Json find(String wanted) {
    List<Json> exact = pods.stream().filter(pod -> matches(pod, wanted, "")).toList();
    List<Json> found =
        exact.isEmpty()
            ? pods.stream().filter(pod -> matches(pod, wanted, nodeSuffix)).toList()
            : exact;
    if (found.size() == 1) {
      return found.getFirst();
    }
    throw found.isEmpty() ? unknown(wanted) : ambiguous(wanted, found);
  }

  private static boolean matches(Json pod, String wanted, String suffix) {
    String full = wanted + suffix;
    return wanted.contains("/") ? fullName(pod).equals(full) : name(pod).equals(full);
  }

  private CliException unknown(String wanted) {
    String near =
        pods.stream()
            .filter(pod -> isNear(pod, wanted))
            .sorted(Comparator.comparing(PodNames::fullName))
            .map(PodNames::fullName)
            .limit(5)
            .collect(Collectors.joining(", "));
    String hint = near.isEmpty() ? "`jubelet pods` lists all" : "did you mean " + near + "?";
    return new CliException(CliException.Kind.NOT_FOUND, "no pod \"" + wanted + "\": " + hint);
  }

  private static CliException ambiguous(String wanted, List<Json> found) {
    return new CliException(
        CliException.Kind.USAGE,
        "several pods are called \""
            + wanted
            + "\": say which of "
            + found.stream().map(PodNames::fullName).sorted().collect(Collectors.joining(", ")));
  }

  private boolean isNear(Json pod, String wanted) {
    String bare = wanted.substring(wanted.indexOf('/') + 1);
    String name = name(pod);
    String stem =
        name.endsWith(nodeSuffix) ? name.substring(0, name.length() - nodeSuffix.length()) : name;
    return (!bare.isEmpty() && name.contains(bare))
        || EditDistance.between(stem, bare) <= Math.min(CLOSE, (bare.length() + 1) / 2)
        || stem.equals(bare);
  }

  public static String name(Json pod) {
    return pod.at("metadata", "name").text();
  }

  public static String namespace(Json pod) {
    return pod.at("metadata", "namespace").text("default");
  }

  static String fullName(Json pod) {
    return namespace(pod) + "/" + name(pod);
  }
}
