package dev.jubelet.edge.apiserver;

import java.util.Map;
import java.util.TreeMap;

/**
 * A change of an object.
 *
 * @param body a JSON tree or an object of the model
 * @param owner the field manager; empty leaves it to the server
 * @param force whether an applied patch takes fields from other owners
 */
public record Patch(Type type, Object body, String owner, boolean force) {

  /** How the server joins the change with what it has. */
  public enum Type {
    STRATEGIC_MERGE("application/strategic-merge-patch+json"),
    MERGE("application/merge-patch+json"),
    /** Server-side apply; JSON is YAML too. */
    APPLY("application/apply-patch+yaml");

    private final String contentType;

    Type(String contentType) {
      this.contentType = contentType;
    }

    String contentType() {
      return contentType;
    }
  }

  public static Patch strategicMerge(Object body) {
    return new Patch(Type.STRATEGIC_MERGE, body, "", false);
  }

  public static Patch merge(Object body) {
    return new Patch(Type.MERGE, body, "", false);
  }

  public static Patch apply(Object body, String owner, boolean force) {
    return new Patch(Type.APPLY, body, owner, force);
  }

  Map<String, String> query() {
    Map<String, String> query = new TreeMap<>();
    if (!owner.isEmpty()) {
      query.put("fieldManager", owner);
    }
    if (type == Type.APPLY && force) {
      query.put("force", "true");
    }
    return query;
  }
}
