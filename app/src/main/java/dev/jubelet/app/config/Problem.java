package dev.jubelet.app.config;

/**
 * Something that must be put right before the agent can start.
 *
 * @param source the file or flag that brought the value in, or empty when it is a default
 * @param field the path of the field, or empty when the whole source is meant
 * @param rule what is wrong and what would be right
 */
public record Problem(String source, String field, String rule) {
  /** One line for people, with the parts that are known. */
  public String message() {
    String place = source.isEmpty() ? "configuration" : source;
    return place + ": " + (field.isEmpty() ? "" : field + ": ") + rule;
  }

  @Override
  public String toString() {
    return message();
  }
}
