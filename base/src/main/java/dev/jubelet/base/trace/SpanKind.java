package dev.jubelet.base.trace;

/** On which side of a call a span is. */
public enum SpanKind {
  /** Within this process. */
  INTERNAL,
  /** Another process has asked. */
  SERVER,
  /** Another process is asked. */
  CLIENT
}
