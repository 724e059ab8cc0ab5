package dev.jubelet.it.simulation;

import static dev.jubelet.it.simulation.ClusterFixture.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiException.Kind;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.WatchStream;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.testing.apiserver.FakePods;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Pods come, go and come back under the same name while calls fail, the server goes away and the
 * agent is killed: in the end everything is as the server says, and on the way no status went
 * backward. The seed is printed; {@code -Djubelet.simulation.seed=} repeats it, as far as threads
 * allow.
 */
@Timeout(120)
final class ClusterChaosSimulationTest {
  private static final int NAMES = 40;
  private static final int ROUNDS = 4;
  private static final int MOVES = 60;
  private static final Kind[] TROUBLES = {
    Kind.UNAVAILABLE, Kind.TIMEOUT, Kind.CONFLICT, Kind.INTERNAL, Kind.TOO_MANY_REQUESTS
  };

  private final Logger log = (Logger) LoggerFactory.getLogger("dev.jubelet");
  private final long seed = Long.getLong("jubelet.simulation.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final ClusterFixture node;
  private final FakePods server;

  /** UIDs of pods that were taken from the server without waiting for the agent. */
  private final Set<String> forced = new HashSet<>();

  ClusterChaosSimulationTest(@TempDir Path directory) throws IOException {
    node = new ClusterFixture(directory);
    server = node.server;
  }

  @BeforeEach
  void quiet() {
    System.out.println("seed " + seed);
    log.setLevel(Level.OFF);
  }

  @AfterEach
  void end() {
    log.setLevel(null);
    node.close();
  }

  @Test
  void inTheEndEverythingIsAsTheServerSays() throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      trouble();
      for (int i = 0; i < MOVES; i++) {
        move("pod-" + random.nextInt(NAMES));
      }
      switch (round % 3) {
        case 0 -> {
          node.killAgent();
          node.startAgent();
        }
        case 1 -> {
          server.goAway();
          node.leap(Duration.ofSeconds(5));
          server.comeBack();
        }
        default -> node.leap(Duration.ofSeconds(1));
      }
    }
    server.calm();
    node.awaitLeaping(this::isSettled);
    node.leap(Duration.ofSeconds(30));
    assertThat(isSettled()).as("seed %d", seed).isTrue();
    checkHistory();
  }

  /** One call in five fails. */
  private void trouble() {
    Random dice = new Random(random.nextLong());
    server.trouble(
        call -> {
          Kind kind;
          synchronized (dice) {
            if (call.verb().equals("watch") || dice.nextInt(5) != 0) {
              return;
            }
            kind = TROUBLES[dice.nextInt(TROUBLES.length)];
          }
          throw new ApiException(kind, "by chance");
        });
  }

  private void move(String name) {
    if (server.find(NAMESPACE, name).isEmpty()) {
      server.put(ClusterFixture.pod(name));
      return;
    }
    switch (random.nextInt(4)) {
      case 0 -> server.end(NAMESPACE, name, 1 + random.nextInt(3));
      case 1 -> force(name);
      case 2 -> {
        force(name);
        server.put(ClusterFixture.pod(name));
      }
      default -> node.leap(Duration.ofMillis(random.nextInt(300)));
    }
  }

  private void force(String name) {
    server
        .find(NAMESPACE, name)
        .ifPresent(
            pod -> {
              forced.add(pod.getMetadata().getUid());
              server.end(NAMESPACE, name, 0);
            });
  }

  private boolean isSettled() {
    List<Pod> pods = server.all();
    return pods.stream()
            .allMatch(
                pod -> TestNode.isReady(pod) && pod.getMetadata().getDeletionTimestamp() == null)
        && node.running().size() == pods.size();
  }

  /** A pod that was over stays over, and one that was asked to end has said so before it went. */
  private void checkHistory() {
    List<String> wrongs = new ArrayList<>();
    Set<String> over = new HashSet<>();
    server.put(ClusterFixture.pod("last"));
    WatchStream<Pod> history = server.watch("1", Duration.ofMinutes(10));
    for (WatchEvent<Pod> event = history.next(); !isLast(event); event = history.next()) {
      switch (event) {
        case WatchEvent.Modified<Pod>(Pod pod, String version) -> {
          String uid = pod.getMetadata().getUid();
          if (Phases.isOver(pod)) {
            over.add(uid);
          } else if (over.contains(uid)) {
            wrongs.add(uid + " came back to life at " + version);
          }
        }
        case WatchEvent.Deleted<Pod>(Pod pod, String version) -> {
          String uid = pod.getMetadata().getUid();
          if (!over.contains(uid) && !forced.contains(uid)) {
            wrongs.add(uid + " went without a last word at " + version);
          }
        }
        case WatchEvent.Added<Pod> added -> {}
        case WatchEvent.Bookmark<Pod> bookmark -> {}
        case null -> throw new AssertionError("the history ended");
      }
    }
    assertThat(wrongs).as("seed %d", seed).isEmpty();
    assertThat(over).as("pods that ended").isNotEmpty();
  }

  private static boolean isLast(@Nullable WatchEvent<Pod> event) {
    return event instanceof WatchEvent.Added<Pod> added
        && added.object().getMetadata().getName().equals("last");
  }
}
