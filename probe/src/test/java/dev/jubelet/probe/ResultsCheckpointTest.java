package dev.jubelet.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.probe.schedule.ProbeKind;
import dev.jubelet.testing.rule.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Rule("8.3")
final class ResultsCheckpointTest {
  private final WatchedTimers timers = new WatchedTimers();
  private final LinkedBlockingQueue<Integer> snapshots = new LinkedBlockingQueue<>();
  @TempDir Path directory;
  private volatile Set<String> ready = Set.of();

  @Test
  void whatHadPassedIsKnownToTheNextAgentOnceForEachContainer() {
    ready = Set.of("c1");
    ResultsCheckpoint before = open();
    before.changed();
    before.close();
    ResultsCheckpoint after = open();
    assertThat(after.isNew()).isFalse();
    assertThat(after.claim(ProbeKind.READINESS, "c1")).isTrue();
    assertThat(after.claim(ProbeKind.READINESS, "c1")).isFalse();
    assertThat(after.claim(ProbeKind.STARTUP, "c1")).isFalse();
    assertThat(after.claim(ProbeKind.LIVENESS, "c1")).isFalse();
  }

  @Test
  void theFirstChangeIsWrittenAtOnceAndTheNextASecondLater() throws Exception {
    ready = Set.of("c1");
    ResultsCheckpoint checkpoint = open();
    checkpoint.changed();
    assertThat(snapshots.poll(20, TimeUnit.SECONDS)).isEqualTo(1);
    ready = Set.of("c1", "c2");
    checkpoint.changed();
    checkpoint.changed();
    timers.awaitTimer(Duration.ofSeconds(1));
    assertThat(snapshots).isEmpty();
    timers.advance(Duration.ofSeconds(1));
    assertThat(snapshots.poll(20, TimeUnit.SECONDS)).isEqualTo(2);
    checkpoint.close();
    assertThat(content()).isEqualTo("{\"version\":1,\"ready\":[\"c1\",\"c2\"],\"started\":[]}");
  }

  @Test
  void whatIsNotClaimedYetSurvivesASecondRestart() {
    write("{\"version\":1,\"ready\":[\"c1\"],\"started\":[\"c1\"]}");
    ready = Set.of("c2");
    ResultsCheckpoint second = open();
    second.changed();
    second.close();
    ResultsCheckpoint third = open();
    assertThat(third.claim(ProbeKind.READINESS, "c1")).isTrue();
    assertThat(third.claim(ProbeKind.STARTUP, "c1")).isTrue();
    assertThat(third.claim(ProbeKind.READINESS, "c2")).isTrue();
  }

  @Test
  void whatNobodyClaimsIsForgottenInTheEnd() {
    write("{\"version\":1,\"ready\":[\"c1\"],\"started\":[\"c1\"]}");
    ResultsCheckpoint checkpoint = open();
    timers.advance(Duration.ofMinutes(11));
    checkpoint.changed();
    checkpoint.close();
    assertThat(content()).isEqualTo("{\"version\":1,\"ready\":[],\"started\":[]}");
  }

  @Test
  void afterItIsClosedNothingIsWritten() throws IOException {
    ResultsCheckpoint checkpoint = open();
    checkpoint.close();
    checkpoint.changed();
    checkpoint.close();
    assertThat(Files.exists(file())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "{\"ready\": 7}"})
  void aDamagedFileRemembersNothing(String content) {
    write(content);
    ResultsCheckpoint checkpoint = open();
    assertThat(checkpoint.claim(ProbeKind.READINESS, "c1")).isFalse();
  }

  private ResultsCheckpoint open() {
    return new ResultsCheckpoint(file(), timers, this::passed);
  }

  private ResultsCheckpoint.Passed passed() {
    snapshots.add(ready.size());
    return new ResultsCheckpoint.Passed(ready, Set.of());
  }

  private Path file() {
    return directory.resolve("probes.json");
  }

  private void write(String content) {
    try {
      Files.writeString(file(), content);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String content() {
    try {
      return Files.readString(file());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
