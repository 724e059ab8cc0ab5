package dev.jubelet.server.stats;

import java.time.Duration;

/** Told how long it took to find out how full something is. Thread: any; may not block. */
@FunctionalInterface
public interface CollectionMeter {
  CollectionMeter UNHEARD = (source, took) -> {};

  /**
   * @param source {@code du}, {@code statfs}, or the driver that was asked
   */
  void collected(String source, Duration took);
}
