package dev.jubelet.pod.manifest;

import java.util.List;

/** A manifest that cannot be run; the message has all its problems, each with its place. */
public final class ManifestException extends RuntimeException {

  /** How far the manifest was understood. */
  public enum Kind {
    /** Neither YAML nor JSON, e.g. because it is only half written. */
    MALFORMED,
    /** Well-formed, but of a kind that is not expected, or a field has the wrong type. */
    UNEXPECTED,
    /**
     * A pod or an object that breaks a rule of the API, or that may not be run without an API
     * server.
     */
    INVALID
  }

  private final Kind kind;
  private final List<String> problems;

  ManifestException(Kind kind, List<String> problems) {
    super(String.join("; ", problems));
    this.kind = kind;
    this.problems = List.copyOf(problems);
  }

  ManifestException(Kind kind, String problem) {
    this(kind, List.of(problem));
  }

  public Kind kind() {
    return kind;
  }

  public List<String> problems() {
    return problems;
  }
}
