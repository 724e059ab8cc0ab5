package dev.jubelet.edge.document;

/** Where in a text something stands, counted from 1; line 0 is an unknown place. */
public record Place(int line, int column) {
  static final Place UNKNOWN = new Place(0, 0);

  /** In brackets, to stand behind a problem; empty when it is not known. */
  public String lineInBrackets() {
    return line == 0 ? "" : " (line " + line + ")";
  }

  /** The same with the column. */
  public String inBrackets() {
    return line == 0 ? "" : " (line " + line + ", column " + column + ")";
  }
}
