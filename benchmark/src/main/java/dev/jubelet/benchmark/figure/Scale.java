package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.peer.PeerScale;
import java.time.Duration;
import java.util.List;

/**
 * How much is measured.
 *
 * @param starts pods started one a second
 * @param crowd pods started at once, and there when the agent is idle
 * @param crowdRuns how often that many are started at once
 * @param parallelisms how many pods the floor starts at a time; the best counts
 * @param deaths containers killed
 * @param ends manifests removed of a container that ends at once
 * @param stubbornEnds manifests removed of one that does not
 * @param settle what the agent is left alone before it counts as idle
 * @param idle how long its idle processor time is measured
 * @param age how old it is when its memory is read
 * @param boots starts of the agent
 * @param stream pods created at an API server one after the other, 20 a second
 * @param api what is asked of its HTTP API
 * @param peer what is compared with upstream
 */
public record Scale(
    int starts,
    int crowd,
    int crowdRuns,
    List<Integer> parallelisms,
    int deaths,
    int ends,
    int stubbornEnds,
    Duration settle,
    Duration idle,
    Duration age,
    int boots,
    int stream,
    Api api,
    PeerScale peer) {

  /**
   * How often its HTTP API is asked.
   *
   * @param execs short commands in a container
   * @param logLines lines of the log that is followed
   * @param scrapes times that the metrics are read
   */
  public record Api(int execs, int logLines, int scrapes) {}

  public static final Scale FULL =
      new Scale(
          100,
          100,
          3,
          List.of(1, 2, 4, 8, 16),
          30,
          30,
          10,
          Duration.ofSeconds(30),
          Duration.ofSeconds(60),
          Duration.ofSeconds(120),
          10,
          200,
          new Api(100, 1_000_000, 20),
          PeerScale.FULL);

  public static final Scale QUICK =
      new Scale(
          10,
          20,
          1,
          List.of(2, 4, 8),
          5,
          5,
          2,
          Duration.ofSeconds(10),
          Duration.ofSeconds(15),
          Duration.ofSeconds(30),
          3,
          40,
          new Api(20, 200_000, 8),
          PeerScale.QUICK);
}
