package dev.jubelet.pod.rotate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.cri.CriException;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LogRotatorTest {
  private static final int MAX_FILES = 5;

  @TempDir Path podLogs;

  private final ManualTimers timers = new ManualTimers(Instant.parse("2026-11-18T10:00:00Z"));
  private WrittenLog log;

  @BeforeEach
  void open() throws IOException {
    log = new WrittenLog(podLogs);
  }

  @AfterEach
  void close() throws IOException {
    log.close();
  }

  private LogRotator rotator(int maxFiles, LogDirectory.Opener opener, Consumer<String> runtime) {
    return new LogRotator(
        runtime,
        opener,
        new RotationSettings(1, maxFiles, 1, Duration.ofSeconds(10), ZoneOffset.UTC),
        timers);
  }

  private LogRotator rotator(int maxFiles) {
    return rotator(maxFiles, SafeLogDirectory::open, id -> log.reopen());
  }

  private void rotateAfterLines(LogRotator rotator, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      log.write(10);
      timers.advance(Duration.ofSeconds(10));
      rotator.rotate(log.live());
    }
  }

  @Test
  void keepsTheNewestFilesAndCompressesAllButTheLast() throws IOException {
    rotateAfterLines(rotator(MAX_FILES), 10);
    log.write(1);
    assertThat(log.names())
        .containsExactly(
            "0.log",
            "0.log.20261118-100110.gz",
            "0.log.20261118-100120.gz",
            "0.log.20261118-100130.gz",
            "0.log.20261118-100140");
    assertThat(log.kept()).isEqualTo(log.written().subList(60, 101));
  }

  @Test
  void withTwoFilesNoneIsEverCompressed() throws IOException {
    rotateAfterLines(rotator(2), 4);
    assertThat(log.names()).containsExactly("0.log", "0.log.20261118-100040");
  }

  @Test
  void aCompressedFileHasTheModeAndTimeOfTheOriginal() throws IOException {
    rotateAfterLines(rotator(MAX_FILES), 1);
    Path rotated = log.file.resolveSibling("0.log.20261118-100010");
    FileTime time = FileTime.from(Instant.parse("2026-11-18T09:00:00Z"));
    Files.setLastModifiedTime(rotated, time);
    Files.setPosixFilePermissions(rotated, PosixFilePermissions.fromString("rw-r-----"));
    rotateAfterLines(rotator(MAX_FILES), 1);
    Path zipped = log.file.resolveSibling("0.log.20261118-100010.gz");
    assertThat(Files.getLastModifiedTime(zipped)).isEqualTo(time);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(zipped)))
        .isEqualTo("rw-r-----");
  }

  /** The agent dies after the n-th step; the container writes on; the next agent looks again. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void noLineIsLostOrDoubledWhereverARotationIsCutOff(int step) throws IOException {
    rotateAfterLines(rotator(20), 1);
    log.write(10);
    Files.copy(
        log.file.resolveSibling("0.log.20261118-100010"),
        log.file.resolveSibling("0.log.20261118-100010.tmp"));
    timers.advance(Duration.ofSeconds(10));
    StepCounter steps = new StepCounter(step);
    LogRotator dying =
        rotator(
            20,
            directory -> new DyingDirectory(SafeLogDirectory.open(directory), steps),
            id -> steps.around(log::reopen));
    boolean died = false;
    try {
      dying.rotate(log.live());
    } catch (AgentDied e) {
      died = true;
    }
    assertThat(died).isEqualTo(step <= 6);
    log.write(10);
    assertThat(log.kept()).isEqualTo(log.written());
    lookAgain(rotator(20));
    log.write(10);
    timers.advance(Duration.ofSeconds(10));
    rotator(20).rotate(log.live());
    log.write(10);
    assertThat(log.kept()).isEqualTo(log.written());
    assertThat(log.names()).noneMatch(name -> name.endsWith(".tmp"));
    assertThat(log.names()).doesNotContain("0.log.20261118-100010");
  }

  private void lookAgain(LogRotator next) throws IOException {
    if (Files.exists(log.file)) {
      timers.advance(Duration.ofSeconds(10));
      next.rotate(log.live());
    } else {
      next.restore(log.live());
    }
  }

  @ParameterizedTest
  @EnumSource(CriException.Kind.class)
  void noLineIsLostWhenTheRuntimeDoesNotOpenANewFile(CriException.Kind kind) throws IOException {
    log.write(10);
    LogRotator rotator = rotator(MAX_FILES, SafeLogDirectory::open, id -> refuse(kind));
    assertThatThrownBy(() -> rotator.rotate(log.live())).isInstanceOf(CriException.class);
    log.write(10);
    assertThat(log.kept()).isEqualTo(log.written());
    boolean unsure =
        Set.of(
                CriException.Kind.UNAVAILABLE,
                CriException.Kind.TIMEOUT,
                CriException.Kind.CANCELLED)
            .contains(kind);
    assertThat(Files.exists(log.file)).isEqualTo(!unsure);
  }

  @ParameterizedTest
  @EnumSource(CriException.Kind.class)
  void noLineIsLostWhenTheRuntimeFailsAfterItOpenedANewFile(CriException.Kind kind)
      throws IOException {
    log.write(10);
    LogRotator rotator =
        rotator(
            MAX_FILES,
            SafeLogDirectory::open,
            id -> {
              log.reopen();
              refuse(kind);
            });
    assertThatThrownBy(() -> rotator.rotate(log.live())).isInstanceOf(CriException.class);
    log.write(10);
    assertThat(log.kept()).isEqualTo(log.written());
  }

  private static void refuse(CriException.Kind kind) {
    throw new CriException(kind, "ReopenContainerLog", "no");
  }

  @Test
  void aLogThatStaysMissingIsAFailure() throws IOException {
    Files.delete(log.file);
    assertThatThrownBy(() -> rotator(5, SafeLogDirectory::open, id -> {}).restore(log.live()))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("0.log");
  }

  @Test
  void noFileFromElsewhereIsReadThroughALink() throws IOException {
    Path secret = Files.writeString(podLogs.resolve("secret"), "secret");
    Path planted = log.file.resolveSibling("0.log.20261118-090000");
    Files.createSymbolicLink(planted, secret);
    log.write(10);
    assertThatThrownBy(() -> rotator(5).rotate(log.live()))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("not a regular file");
    assertThat(log.names()).containsExactly("0.log", "0.log.20261118-090000");
  }

  @Test
  void noDirectoryIsReachedThroughALink() throws IOException {
    Path elsewhere = Files.createDirectory(podLogs.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("0.log"), "not a log");
    Files.delete(log.file);
    Files.delete(log.file.resolveSibling(""));
    Files.createSymbolicLink(log.file.resolveSibling(""), elsewhere);
    assertThatThrownBy(() -> rotator(5).rotate(log.live())).isInstanceOf(IOException.class);
    assertThat(elsewhere.resolve("0.log")).hasContent("not a log");
  }

  /** Stands for kill -9: nothing of the agent runs after it. */
  private static final class AgentDied extends Error {
    private static final long serialVersionUID = 1L;
  }

  private static final class StepCounter {
    private final int last;
    private int steps;

    StepCounter(int last) {
      this.last = last;
    }

    void around(Runnable step) {
      step.run();
      ended();
    }

    void ended() {
      if (++steps == last) {
        throw new AgentDied();
      }
    }
  }

  /** Each change of the directory may be the last that the agent makes. */
  private record DyingDirectory(LogDirectory real, StepCounter steps) implements LogDirectory {
    @Override
    public Set<String> names() throws IOException {
      return real.names();
    }

    @Override
    public void delete(String name) throws IOException {
      real.delete(name);
      steps.ended();
    }

    @Override
    public void compress(String name, String copy) throws IOException {
      real.compress(name, copy);
      steps.ended();
    }

    @Override
    public void rename(String name, String to) throws IOException {
      real.rename(name, to);
      steps.ended();
    }

    @Override
    public void close() throws IOException {
      real.close();
    }
  }
}
