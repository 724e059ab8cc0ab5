package dev.jubelet.app.config.field;

/** What Jubelet does with a field or flag today. */
public enum Support {
  /** It has its meaning. */
  HONOURED,
  /** It is read and checked, and has no effect yet. */
  PARSED,
  /** It has no effect upstream either, or concerns a part that Jubelet has no counterpart of. */
  NO_EFFECT
}
