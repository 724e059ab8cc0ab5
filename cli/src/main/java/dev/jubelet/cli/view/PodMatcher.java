package dev.jubelet.cli.view;

import dev.jubelet.base.EditDistance;
import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the pod a person means: {@code name} or {@code namespace/name}, where a static pod may be
 * called without the node's name at its end; pure.
 */
public final class PodMatcher {
  private static final int CLOSE = 3;

  private final List<Json> pods;
  private final String nodeSuffix;

  public PodMatcher(List<Json> pods, String nodeName) {
    this(pods, "-", nodeName.toLowerCase(Locale.ROOT));
  }

  private PodMatcher(List<Json> pods, String dash, String nodeName) {
    this.pods = pods;
    this.nodeSuffix = dash + nodeName;
  }

  /** Only those of a namespace; null for all. */
  public PodMatcher within(@Nullable String namespace) {
    return namespace == null
        ? this
        : new PodMatcher(
            pods.stream().filter(pod -> namespace(pod).equals(namespace)).toList(), nodeSuffix, "");
  }

  /** The one that comes last in the list. */
  public Optional<Json> newest(String wanted) {
    return found(wanted).reversed().stream().findFirst();
  }

  public Json find(String wanted) {
    List<Json> found = withoutEnding(found(wanted));
    if (found.size() == 1) {
      return found.getFirst();
    }
    throw found.isEmpty() ? unknown(wanted) : ambiguous(wanted, found);
  }

  /** While a pod ends, the next one of its name may be there already: that one is meant. */
  private static List<Json> withoutEnding(List<Json> found) {
    List<Json> staying = found.stream().filter(pod -> !isEnding(pod)).toList();
    boolean sameName = found.stream().map(PodMatcher::fullName).distinct().count() == 1;
    return sameName && staying.size() == 1 ? staying : found;
  }

  private static boolean isEnding(Json pod) {
    return pod.at("metadata", "deletionTimestamp").isPresent();
  }

  private List<Json> found(String wanted) {
    List<Json> exact = pods.stream().filter(pod -> matches(pod, wanted, "")).toList();
    return exact.isEmpty()
        ? pods.stream().filter(pod -> matches(pod, wanted, nodeSuffix)).toList()
        : exact;
  }

  /** The shortest name by which a person can call the pod. */
  public String shortest(Json pod) {
    String name = name(pod);
    String stem =
        name.endsWith(nodeSuffix) ? name.substring(0, name.length() - nodeSuffix.length()) : name;
    return found(stem).size() == 1 ? stem : fullName(pod);
  }

  private static boolean matches(Json pod, String wanted, String suffix) {
    String full = wanted + suffix;
    return wanted.contains("/") ? fullName(pod).equals(full) : name(pod).equals(full);
  }

  private CliException unknown(String wanted) {
    String near =
        pods.stream()
            .filter(pod -> isNear(pod, wanted))
            .sorted(Comparator.comparing(PodMatcher::fullName))
            .map(PodMatcher::fullName)
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
            + found.stream().map(PodMatcher::fullName).sorted().collect(Collectors.joining(", ")));
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
