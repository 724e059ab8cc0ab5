package dev.jubelet.app.config.field;

import java.util.ArrayList;
import java.util.List;

/**
 * What was wrong with a document while it was read. An unknown field is forgiven where upstream
 * forgives it; an invalid value never is. Owns: the two lists.
 */
public final class DecodeReport {
  /** A remark about one place in a document. */
  public record Remark(String path, String rule) {
    @Override
    public String toString() {
      return path + ": " + rule;
    }
  }

  private final List<Remark> unknown = new ArrayList<>();
  private final List<Remark> invalid = new ArrayList<>();

  public void unknown(String path) {
    unknown.add(new Remark(path, "unknown field"));
  }

  public void invalid(String path, String rule) {
    invalid.add(new Remark(path, rule));
  }

  public List<Remark> unknown() {
    return List.copyOf(unknown);
  }

  public List<Remark> invalid() {
    return List.copyOf(invalid);
  }
}
