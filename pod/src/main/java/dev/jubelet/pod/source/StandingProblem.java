package dev.jubelet.pod.source;

import java.time.Instant;

/**
 * Something in a source that is wrong and not mended yet.
 *
 * @param place the file or URL
 * @param grave whether something of it is not followed; otherwise it is a warning
 */
public record StandingProblem(String place, String message, boolean grave, Instant since) {}
