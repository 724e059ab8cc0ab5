package dev.jubelet.edge.document;

/**
 * A text that is no document. What it says may name a key but no value, since a value may be a
 * secret.
 */
public final class DocumentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What the text was taken for. */
  public enum Kind {
    /** Not text at all. */
    BYTES,
    YAML,
    JSON
  }

  private final Kind kind;
  private final String problem;
  private final transient Place place;

  DocumentException(Kind kind, String problem, Place place) {
    super(problem + place.lineInBrackets());
    this.kind = kind;
    this.problem = problem;
    this.place = place;
  }

  public Kind kind() {
    return kind;
  }

  /** What is wrong and in which line. */
  public String message() {
    return problem + place.lineInBrackets();
  }

  /** What is wrong, without its place. */
  public String problem() {
    return problem;
  }

  public Place place() {
    return place;
  }
}
