package dev.jubelet.server.debug;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.http.FakeExchange;
import dev.jubelet.server.http.Router;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class DebugPagesTest {
  private final ManualTimers timers = new ManualTimers();
  private final List<Integer> verbosities = new ArrayList<>();
  private Router router;

  @BeforeEach
  void addPages() {
    Router.Builder routes = Router.builder();
    new ProfilePages(timers).addTo(routes);
    new VerbosityPage(verbosities::add).addTo(routes);
    router = routes.build();
  }

  private FakeExchange get(String target) throws IOException {
    return FakeExchange.get(target).through(router);
  }

  @Test
  void theVerbosityIsSet() throws IOException {
    FakeExchange answer = new FakeExchange("PUT", "/debug/flags/v").withBody("4").through(router);

    assertThat(answer.status() + answer.text())
        .isEqualTo("200successfully set klog.logging.verbosity to 4");
    assertThat(verbosities).containsExactly(4);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, 4, 406, unsupported http method",
    "POST, 4, 406, unsupported http method",
    "PUT, '', 400, 'failed set klog.logging.verbosity '",
    "PUT, loud, 400, failed set klog.logging.verbosity loud",
    "PUT, 99999999999, 400, failed set klog.logging.verbosity 99999999999",
  })
  void anythingElseLeavesTheVerbosityAlone(String method, String body, int status, String text)
      throws IOException {
    FakeExchange answer = new FakeExchange(method, "/debug/flags/v").withBody(body).through(router);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.text()).startsWith(text);
    assertThat(verbosities).isEmpty();
  }

  @Test
  void threadsAreShownWithTheVirtualOnes() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch runs = new CountDownLatch(1);
    Thread thread =
        Thread.ofVirtual()
            .name("seen-by-the-dump")
            .start(
                () -> {
                  runs.countDown();
                  awaitQuietly(end);
                });
    runs.await();

    assertThat(get("/debug/pprof/goroutine").text()).contains("seen-by-the-dump", "\"main\"");
    end.countDown();
    thread.join();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void theHeapIsShownByClassesOnly() throws IOException {
    assertThat(get("/debug/pprof/heap").text()).contains("#instances", "java.lang.String");
  }

  @Test
  void aRecordingCanBeReadAndIsMadeOnceAtATime(@TempDir Path scratch) throws Exception {
    FutureTask<FakeExchange> recording =
        new FutureTask<>(() -> get("/debug/pprof/profile?seconds=120"));
    Thread.ofPlatform().start(recording);
    while (timers.pending() == 0) {
      Thread.onSpinWait();
    }
    assertThat(get("/debug/pprof/trace").status()).isEqualTo(429);
    assertThat(get("/debug/pprof/heap").status()).isEqualTo(429);
    Path repository = Path.of(System.getProperty("jdk.jfr.repository"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(repository)))
        .isEqualTo("rwx------");

    timers.advance(Duration.ofMinutes(2));

    Path file = Files.write(scratch.resolve("a.jfr"), recording.get().bytes());
    assertThat(RecordingFile.readAllEvents(file))
        .extracting(event -> event.getEventType().getName())
        .contains("jdk.JVMInformation")
        .doesNotContain("jdk.InitialEnvironmentVariable", "jdk.SystemProcess");
    assertThat(get("/debug/pprof/threads").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({"121, 400", "0, 400", "-1, 400", "x, 400", "99999999999999, 400"})
  void noRecordingTakesForEver(String seconds, int status) throws IOException {
    assertThat(get("/debug/pprof/profile?seconds=" + seconds).status()).isEqualTo(status);
  }

  @Test
  void theIndexNamesTheProfiles() throws IOException {
    assertThat(get("/debug/pprof/").text()).contains("threads", "heap", "profile", "cmdline");
    assertThat(get("/debug/pprof/cmdline").text()).contains("java");
    assertThat(get("/debug/pprof/nosuch").status()).isEqualTo(404);
  }

  @Test
  void bothCanBeSwitchedOff() throws IOException {
    Router.Builder routes = Router.builder();
    ProfilePages.addDisabled(routes);
    VerbosityPage.addDisabled(routes);
    Router off = routes.build();

    FakeExchange profile = FakeExchange.get("/debug/pprof/heap").through(off);
    FakeExchange flags = new FakeExchange("PUT", "/debug/flags/v").withBody("4").through(off);

    assertThat(profile.status() + profile.text()).isEqualTo("405profiling endpoint is disabled.\n");
    assertThat(flags.status() + flags.text()).isEqualTo("405flags endpoint is disabled.\n");
  }
}
