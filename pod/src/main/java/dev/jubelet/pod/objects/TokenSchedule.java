package dev.jubelet.pod.objects;

import java.time.Duration;
import java.time.Instant;

/**
 * When a token is asked for anew: after four fifths of its life, after a day at the latest, and a
 * little earlier by chance, so that the pods of a node do not all ask together. Pure.
 */
final class TokenSchedule {
  private static final Duration LONGEST_USE = Duration.ofHours(24);
  private static final Duration SPREAD = Duration.ofSeconds(10);
  private static final int PARTS = 5;

  private TokenSchedule() {}

  /** {@code chance} is from 0 to 1. */
  static Instant refreshAt(Token token, double chance) {
    Instant afterMostOfLife = token.expires().minus(token.life().dividedBy(PARTS));
    Instant afterADay = token.expires().minus(token.life()).plus(LONGEST_USE);
    Instant first = afterMostOfLife.isBefore(afterADay) ? afterMostOfLife : afterADay;
    return first.minusNanos((long) (chance * SPREAD.toNanos()));
  }
}
