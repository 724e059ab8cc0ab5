package dev.jubelet.probe.check;

/** What came of asking a container once. */
public sealed interface Outcome {

  record Succeeded() implements Outcome {}

  /** It counts as a success, but people should know. */
  record Warned(String message) implements Outcome {}

  record Failed(String message) implements Outcome {}

  /**
   * The container could not be asked, which says nothing about it.
   *
   * @param state the result that upstream names in the event
   */
  record Errored(String state, String message) implements Outcome {}

  /** The asking thread was interrupted: nobody wants to know any more. */
  record Aborted() implements Outcome {}
}
