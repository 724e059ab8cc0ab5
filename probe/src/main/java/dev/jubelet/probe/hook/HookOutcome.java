package dev.jubelet.probe.hook;

/** What came of a hook. */
public sealed interface HookOutcome {

  /** It ran well, or there is none. */
  record Done() implements HookOutcome {}

  /** The message is upstream's; the event about it only names the hook. */
  record Failed(String message) implements HookOutcome {}
}
