package dev.jubelet.benchmark.peer;

import java.time.Duration;

/**
 * How much is measured.
 *
 * @param turns of each contender
 * @param pods started one a second, right after the start and again later
 * @param deaths containers killed
 * @param crowd pods created 50 a second
 * @param emptyAge how old the process is when it is looked at without pods
 * @param crowdAge how old it is when it is looked at with the crowd
 * @param idle how long its idle processor time is measured
 */
public record PeerScale(
    int turns,
    int pods,
    int deaths,
    int crowd,
    Duration emptyAge,
    Duration crowdAge,
    Duration idle) {

  public static final PeerScale FULL =
      new PeerScale(
          2, 20, 10, 100, Duration.ofSeconds(60), Duration.ofSeconds(180), Duration.ofSeconds(30));

  public static final PeerScale QUICK =
      new PeerScale(
          1, 5, 3, 20, Duration.ofSeconds(20), Duration.ofSeconds(60), Duration.ofSeconds(10));
}
