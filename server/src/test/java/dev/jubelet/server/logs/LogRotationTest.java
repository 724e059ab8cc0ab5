package dev.jubelet.server.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.testing.time.ManualTimers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LogRotationTest {
  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void rotateTwice() throws IOException {
    file = directory.resolve("0.log");
    write("0.log.20260101-000001", 1, 3);
    RotatingWriter.compress(directory.resolve("0.log.20260101-000001"));
    write("0.log.20260101-000002", 4, 6);
    write("0.log", 7, 9);
  }

  private void write(String name, int from, int to) throws IOException {
    String lines =
        IntStream.rangeClosed(from, to)
            .mapToObj(i -> "2026-01-01T00:00:0%dZ stdout F %d\n".formatted(i, i))
            .collect(Collectors.joining());
    Files.writeString(directory.resolve(name), lines);
  }

  private String read(LogQuery query) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (SystemTimers timers = new SystemTimers()) {
      new LogStream(
              new LogFiles.Location(directory, file),
              new LogWriter(out, query),
              new FollowSignal(),
              timers)
          .copy(query);
    }
    return out.toString(StandardCharsets.UTF_8).replace("\n", " ").strip();
  }

  private static LogQuery query(
      @Nullable Instant since, @Nullable Long tail, @Nullable Long limit) {
    return new LogQuery(false, false, false, since, tail, limit);
  }

  private String all() throws IOException {
    return read(query(null, null, null));
  }

  @Test
  void everyFileIsReadFromTheOldestOn() throws IOException {
    assertThat(all()).isEqualTo("1 2 3 4 5 6 7 8 9");
  }

  @ParameterizedTest
  @CsvSource({
    "0, ''",
    "1, 9",
    "3, 7 8 9",
    "4, 6 7 8 9",
    "6, 4 5 6 7 8 9",
    "7, 3 4 5 6 7 8 9",
    "9, 1 2 3 4 5 6 7 8 9",
    "50, 1 2 3 4 5 6 7 8 9"
  })
  void aTailReachesBackOverFiles(long lines, String expected) throws IOException {
    assertThat(read(query(null, lines, null))).isEqualTo(expected);
  }

  @Test
  void aLimitCountsOverFiles() throws IOException {
    assertThat(read(query(null, null, 9L))).isEqualTo("1 2 3 4 5");
  }

  @Test
  void filesThatWereWrittenBeforeAreNotEvenRead() throws IOException {
    Instant since = Instant.parse("2026-01-01T00:00:02Z");
    Files.setLastModifiedTime(
        directory.resolve("0.log.20260101-000002"), FileTime.from(since.minusSeconds(2)));

    assertThat(read(query(since, null, null))).isEqualTo("7 8 9");
  }

  @Test
  void linesAreLeftOutByTheirOwnTime() throws IOException {
    assertThat(read(query(Instant.parse("2026-01-01T00:00:03Z"), null, null)))
        .isEqualTo("3 4 5 6 7 8 9");
  }

  @Test
  void aFileThatIsBeingCompressedCountsOnce() throws IOException {
    Files.writeString(directory.resolve("0.log.20260101-000002.gz"), "not whole yet");
    Files.writeString(directory.resolve("0.log.20260101-000002.tmp"), "nor this");

    assertThat(all()).isEqualTo("1 2 3 4 5 6 7 8 9");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.log.1", "0.log.20260101", "0.log.x.gz", "10.log.20260101-000000"})
  void otherFilesAreNotPartOfTheLog(String name) throws IOException {
    write(name, 1, 9);

    assertThat(all()).isEqualTo("1 2 3 4 5 6 7 8 9");
  }

  @Test
  void aBrokenFileDoesNotHideTheOthers() throws IOException {
    Path zipped = directory.resolve("0.log.20260101-000001.gz");
    byte[] half = Files.readAllBytes(zipped);
    Files.write(zipped, List.of(), StandardCharsets.UTF_8);
    assertThat(all()).isEqualTo("4 5 6 7 8 9");

    Files.write(zipped, Arrays.copyOf(half, 12));
    assertThat(all()).endsWith("4 5 6 7 8 9");
    assertThat(read(query(null, 7L, null))).endsWith("4 5 6 7 8 9");
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), "2026-01-01T00:00:00Z stdout F s");
    Files.createSymbolicLink(directory.resolve("0.log.20251231-000000"), secret);

    assertThat(all()).isEqualTo("1 2 3 4 5 6 7 8 9");
  }

  @Test
  void betweenTheRenamingAndTheNewFileTheOldOneIsRead() throws IOException {
    Files.move(file, directory.resolve("0.log.20260101-000003"));

    assertThat(all()).isEqualTo("1 2 3 4 5 6 7 8 9");
    assertThat(read(query(null, 1L, null))).isEqualTo("9");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aFollowerSeesEachLineOnceHoweverOftenTheFileIsRotated(long seed) throws Exception {
    Path log = directory.resolve("5.log");
    Random random = new Random(seed);
    RotatingWriter writer = new RotatingWriter(log, random);
    AtomicBoolean running = new AtomicBoolean(true);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FutureTask<Boolean> follower = new FutureTask<>(follower(log, out, running));
    Thread.ofVirtual().start(follower);

    for (int i = 0; i < 150; i++) {
      writer.write(random.nextInt(40));
      writer.rotate();
    }
    writer.write(5);
    writer.close();
    running.set(false);
    follower.get();

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactlyElementsOf(
            IntStream.range(0, writer.lines()).mapToObj(i -> "line " + i).toList());
  }

  private Callable<Boolean> follower(Path log, ByteArrayOutputStream out, AtomicBoolean running) {
    LogQuery query = new LogQuery(true, false, false, null, null, null);
    return () -> {
      try (SystemTimers timers = new SystemTimers()) {
        new LogStream(
                new LogFiles.Location(directory, log),
                new LogWriter(out, query),
                new FollowSignal(),
                timers)
            .follow(query, new InotifyChanges(), running::get);
      }
      return true;
    };
  }

  /** The follower waits by a clock that stands still until the late line is written. */
  @Test
  void aLineThatTheRuntimeHadInHandComesBeforeThoseOfTheNextFile() throws Exception {
    ManualTimers stopped = new ManualTimers(Instant.now());
    FollowSignal signal = new FollowSignal();
    AtomicBoolean running = new AtomicBoolean(true);
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    LogQuery follow = new LogQuery(true, false, false, null, 1L, null);
    LogStream stream =
        new LogStream(
            new LogFiles.Location(directory, file),
            new LogWriter(new FlushedPieces(seen), follow),
            signal,
            stopped);
    FutureTask<Void> follower =
        new FutureTask<>(
            () -> {
              stream.follow(follow, new InotifyChanges(), running::get);
              return null;
            });
    Thread.ofVirtual().start(follower);
    assertThat(seen.take()).isEqualTo("9\n");
    Path old = directory.resolve("0.log.20260101-000003");
    Files.move(file, old);
    write("0.log", 1, 1);
    Files.writeString(old, "2026-01-01T00:00:09Z stdout F late\n", StandardOpenOption.APPEND);
    StringBuilder text = new StringBuilder();
    while (!text.toString().contains("1\n")) {
      stopped.advance(Duration.ofMillis(10));
      String piece = seen.poll(1, TimeUnit.MILLISECONDS);
      text.append(piece == null ? "" : piece);
    }
    assertThat(text.toString()).isEqualTo("late\n1\n");
    running.set(false);
    signal.stop();
    follower.get();
  }

  /** Hands over what was written until each flush. */
  private static final class FlushedPieces extends ByteArrayOutputStream {
    private final BlockingQueue<String> pieces;

    FlushedPieces(BlockingQueue<String> pieces) {
      this.pieces = pieces;
    }

    @Override
    public void flush() {
      if (size() > 0) {
        pieces.add(toString(StandardCharsets.UTF_8));
        reset();
      }
    }
  }
}
