package dev.jubelet.server.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.SystemTimers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class LogFollowTest {
  private static final LogQuery FOLLOW = new LogQuery(true, false, false, null, null, null);

  @TempDir Path directory;

  private final SystemTimers timers = new SystemTimers();
  private final FollowSignal signal = new FollowSignal();
  private final AtomicBoolean running = new AtomicBoolean(true);
  private final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();
  private Path file;
  private Thread follower;

  @BeforeEach
  void follow() throws IOException {
    file = directory.resolve("0.log");
    append("one");
    LogWriter writer = new LogWriter(new Collector(seen), FOLLOW);
    LogStream stream =
        new LogStream(new LogFiles.Location(directory, file), writer, signal, timers);
    follower =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    stream.follow(FOLLOW, new InotifyChanges(), running::get);
                    seen.add("end");
                  } catch (IOException | InterruptedException e) {
                    seen.add(e.toString());
                  }
                });
  }

  @AfterEach
  void stop() throws InterruptedException {
    signal.stop();
    follower.join();
    timers.close();
  }

  /** Hands over each flushed piece. */
  private static final class Collector extends OutputStream {
    private final StringBuilder piece = new StringBuilder();
    private final LinkedBlockingQueue<String> to;

    Collector(LinkedBlockingQueue<String> to) {
      this.to = to;
    }

    @Override
    public void write(int b) {
      piece.append((char) b);
    }

    @Override
    public void flush() {
      if (!piece.isEmpty()) {
        to.add(piece.toString());
        piece.setLength(0);
      }
    }
  }

  private void append(String line) throws IOException {
    raw("2026-01-01T00:00:00Z stdout F " + line + "\n");
  }

  private void raw(String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** As it goes when a pod is ended whose log somebody follows. */
  @Test
  void endsWhenTheDirectoryGoesAway() throws Exception {
    assertThat(seen.take()).isEqualTo("one\n");
    append("two");
    assertThat(seen.take()).isEqualTo("two\n");
    Files.delete(file);
    Files.delete(directory);
    running.set(false);
    signal.wake();
    assertThat(seen.take()).isEqualTo("end");
  }

  @Test
  void newLinesComeWhenTheyAreWrittenAndOnlyWhole() throws Exception {
    assertThat(seen.take()).isEqualTo("one\n");
    append("two");
    assertThat(seen.take()).isEqualTo("two\n");
    raw("2026-01-01T00:00:00Z stdo");
    raw("ut F three\n");
    assertThat(seen.take()).isEqualTo("three\n");
  }

  @Test
  void goesOnInTheNewFileAfterARotation() throws Exception {
    assertThat(seen.take()).isEqualTo("one\n");
    Path old = directory.resolve("0.log.20260101");
    Files.move(file, old);
    Files.writeString(old, "2026-01-01T00:00:00Z stdout F late\n", StandardOpenOption.APPEND);
    assertThat(seen.take()).isEqualTo("late\n");
    append("new");
    assertThat(seen.take()).isEqualTo("new\n");
    append("newer");
    assertThat(seen.take()).isEqualTo("newer\n");
  }

  @Test
  void endsWithTheContainerAfterItsLastLine() throws Exception {
    assertThat(seen.take()).isEqualTo("one\n");
    append("last");
    running.set(false);
    assertThat(seen.take()).isEqualTo("last\n");
    assertThat(seen.take()).isEqualTo("end");
  }

  @Test
  void looksAtTimesWhetherTheContainerStillRuns() throws Exception {
    assertThat(seen.take()).isEqualTo("one\n");
    running.set(false);
    assertThat(seen.take()).isEqualTo("end");
  }

  @Test
  void endsWhenItIsStopped() throws Exception {
    assertThat(seen.take()).isEqualTo("one\n");
    signal.stop();
    assertThat(seen.take()).isEqualTo("end");
  }
}
