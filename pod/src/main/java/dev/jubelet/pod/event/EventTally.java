package dev.jubelet.pod.event;

import java.time.Instant;

/**
 * An event as it stands at the API server, or should.
 *
 * @param name of the Event object
 * @param message that of the newest
 * @param known whether the API server may have the object already
 */
record EventTally(
    String name, String message, Instant first, Instant last, int count, boolean known) {

  EventTally again(String newest, Instant at) {
    return new EventTally(name, newest, first, at, count + 1, true);
  }
}
