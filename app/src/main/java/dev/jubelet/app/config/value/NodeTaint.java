package dev.jubelet.app.config.value;

/**
 * A taint that the node registers itself with; {@code timeAdded} is empty unless it was written.
 */
public record NodeTaint(String key, String value, String effect, String timeAdded) {
  /** The flag's spelling: {@code key=value:effect}, without the value when it is empty. */
  @Override
  public String toString() {
    return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect;
  }
}
