package dev.jubelet.server.auth;

import dev.jubelet.server.http.Request;
import java.util.List;
import java.util.Map;

/**
 * What a request wants, in the words of the API server's authorization: a verb on a subresource of
 * this node.
 */
public record Attributes(String verb, String nodeName, String subresource, String path) {
  private static final Map<String, String> VERBS =
      Map.of("POST", "create", "GET", "get", "PUT", "update", "PATCH", "patch", "DELETE", "delete");

  /**
   * Paths on which things are done in containers, with whatever method: a WebSocket can only be
   * opened with GET, and who may read must not be able to run a command with it.
   */
  private static final List<String> DOING = List.of("/exec", "/attach", "/portForward", "/run");

  private record Area(String path, List<String> subresources) {}

  private static final List<Area> AREAS =
      List.of(
          new Area("/pods", List.of("pods", "proxy")),
          new Area("/runningpods/", List.of("pods", "proxy")),
          new Area("/healthz", List.of("healthz", "proxy")),
          new Area("/configz", List.of("configz", "proxy")),
          new Area("/stats/", List.of("stats")),
          new Area("/metrics", List.of("metrics")),
          new Area("/logs/", List.of("log")),
          new Area("/checkpoint/", List.of("checkpoint")),
          new Area("/statusz", List.of("statusz")),
          new Area("/flagz", List.of("configz")));

  /** The alternatives in the order in which they are tried; one allowed is enough. */
  static List<Attributes> of(Request request, String nodeName) {
    String verb = verb(request);
    return subresources(request.path()).stream()
        .map(subresource -> new Attributes(verb, nodeName, subresource, request.path()))
        .toList();
  }

  private static String verb(Request request) {
    String path = request.path();
    return DOING.stream().anyMatch(area -> isAtOrBelow(path, area))
        ? "create"
        : VERBS.getOrDefault(request.method(), "");
  }

  private static List<String> subresources(String path) {
    for (Area area : AREAS) {
      if (isAtOrBelow(path, area.path())) {
        return area.subresources();
      }
    }
    return List.of("proxy");
  }

  private static boolean isAtOrBelow(String path, String area) {
    String stem = area.endsWith("/") ? area.substring(0, area.length() - 1) : area;
    return path.equals(stem) || path.startsWith(stem + "/");
  }
}
