package dev.jubelet.pod.source;

/**
 * Something a person should mend.
 *
 * @param place what it is about: one problem per place is known at a time
 * @param grave whether it is worth an event, beside the line in the log
 */
record SourceProblem(String place, String message, boolean grave) {}
