package dev.jubelet.edge.apiserver;

import java.util.Map;
import java.util.TreeMap;

/**
 * How fresh a list must be and how much of it comes at once.
 *
 * @param resourceVersion "0" for whatever the server has at hand, empty for the newest, else not
 *     older than that
 * @param limit 0 for all at once
 * @param more the token of the page before, or empty; it stands for the version too, so that must
 *     be empty with it
 */
public record ListRequest(String resourceVersion, int limit, String more) {

  /** The newest, all at once. */
  public static final ListRequest NEWEST = new ListRequest("", 0, "");

  Map<String, String> query() {
    Map<String, String> query = new TreeMap<>();
    if (!resourceVersion.isEmpty()) {
      query.put("resourceVersion", resourceVersion);
    }
    if (limit > 0) {
      query.put("limit", Integer.toString(limit));
    }
    if (!more.isEmpty()) {
      query.put("continue", more);
    }
    return query;
  }
}
