package dev.jubelet.base.trace;

/** Something known about a span. */
public sealed interface Attribute {
  String key();

  /** In words. */
  record Text(String key, String value) implements Attribute {}

  /** In numbers. */
  record Amount(String key, long value) implements Attribute {}
}
