package dev.jubelet.server.nodelog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.http.FakeExchange;
import dev.jubelet.server.http.Router;
import dev.jubelet.testing.time.ManualTimers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class NodeLogQueryTest {
  @TempDir Path scratch;
  private final ManualTimers timers = new ManualTimers();
  private Path logs;
  private Path program;
  private Router router;

  /** In place of the journal's program stands one that knows two services and tells its words. */
  @BeforeEach
  void makeJournal() throws IOException {
    logs = Files.createDirectories(scratch.resolve("log"));
    Files.createDirectories(logs.resolve("nested"));
    Files.writeString(logs.resolve("plain"), "plain's log\n");
    Files.writeString(logs.resolve("dotted.log"), "dotted's log\n");
    Files.writeString(logs.resolve("nested/nested.log"), "nested's log\n");
    program = scratch.resolve("journalctl");
    journal("for word; do echo \"[$word]\"; done");
    Router.Builder routes = Router.builder();
    NodeLogPages.filesAndQueries(logs, program.toString(), timers).addTo(routes);
    router = routes.build();
  }

  private void journal(String reading) throws IOException {
    Files.writeString(
        program,
        """
        #!/bin/sh
        if [ "$1" = --field ]; then
          printf 'kubelet.service\\ncontainerd.service\\n'
        else
          %s
        fi
        """
            .formatted(reading));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  private FakeExchange get(String query) throws IOException {
    return FakeExchange.get("/logs/" + query).through(router);
  }

  @Test
  void theJournalIsAskedForItsServices() throws IOException {
    FakeExchange answer = get("?query=kubelet&query=containerd");

    assertThat(answer.text())
        .isEqualTo(
            """
            [--utc]
            [--no-pager]
            [--output=short-precise]
            [--unit=kubelet]
            [--unit=containerd]
            """);
    assertThat(answer.sentHeaders()).containsEntry("Content-Type", "text/plain;charset=UTF-8");
  }

  @ParameterizedTest
  @CsvSource({
    "sinceTime=2026-01-02T03:04:05%2B01:00, [--since=2026-1-2 2:4:5 UTC]",
    "untilTime=2026-12-02T13:04:05Z, [--until=2026-12-2 13:4:5 UTC]",
    "tailLines=7, '[--pager-end]|[--lines=7]'",
    "boot=-1, [--boot=-1]",
    "boot=0, [--boot=0]",
    "pattern=a+b%7C--output%3Djson, [--grep=a b|--output=json]",
    "pattern=%24(touch+x)%3B%60id%60, [--grep=$(touch x);`id`]",
  })
  void optionsArriveAsOneWordEach(String option, String words) throws IOException {
    assertThat(get("?query=kubelet&" + option).text().replace("\n", "|")).contains(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "dotted", "nested"})
  void aServiceWithoutJournalHasAFile(String service) throws IOException {
    assertThat(get("?query=" + service).text()).isEqualTo(service + "'s log\n");
  }

  @Test
  void oneFileCanBeNamed() throws IOException {
    assertThat(get("?query=/nested/nested.log").text()).isEqualTo("nested's log\n");
    assertThat(get("?query=nested%5Cnested.log").status()).isEqualTo(406);
  }

  @Test
  void whatIsNotFoundIsSaidInTheAnswer() throws IOException {
    assertThat(get("?query=nosuch").text()).isEqualTo("\nlog not found for nosuch\n");
    assertThat(get("?query=plain&tailLines=1").text())
        .isEqualTo(
            "\noptions present and query resolved to log files for [plain]\n"
                + "try without specifying options\n");
  }

  @Test
  void aServiceIsNoWayOutOfTheDirectory() throws IOException {
    Files.writeString(scratch.resolve("secret"), "secret words");
    Files.createSymbolicLink(logs.resolve("sly"), scratch.resolve("secret"));

    assertThat(get("?query=sly").text()).startsWith("\nerror getting log for sly: ");
    assertThat(get("?query=..").text()).isEqualTo("\nlog not found for ..\n");
    assertThat(get("?query=/../secret").status()).isEqualTo(406);
    assertThat(get("?query=/sly").text()).contains("leads out of");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "?query=|400|query: Invalid value: [\"\"]: query cannot be empty",
        "?sinceTime=x&query=a|400|sinceTime: Invalid value: \"x\": invalid time format",
        "?boot=x&query=a|400|boot: Invalid value: \"x\": strconv.Atoi: parsing \"x\": invalid syntax",
        "?tailLines=1|406|query: Required value: cannot be empty with options",
        "?query=a&query=b&query=c&query=d&query=e|406|query: Too many: 5: must have at most 4 items",
        "?query=a;b|406|query: Invalid value: \"a;b\": input contains unsupported characters",
        "?query=a&query=/plain|406|query: Invalid value: \"[/plain], [a]\": cannot specify a file and service",
        "?query=/plain&query=/x|406|query: Invalid value: [\"/plain\",\"/x\"]: cannot specify more than one file",
        "?query=/plain&boot=0|406|query: Invalid value: [\"/plain\"]: cannot specify file with options",
        "?query=/nosuch|406|query: Invalid value: [\"/nosuch\"]: stat /nosuch: no such file or directory",
        "?query=a&boot=1|406|boot: Invalid value: 1: must be less than 1",
        "?query=a&tailLines=100001|406|tailLines: Invalid value: 100001: must be between 0 and 100000, inclusive",
        "?query=a&sinceTime=2026-01-02T00:00:00Z&untilTime=2026-01-01T00:00:00Z|406|untilTime: Invalid value: \"2026-01-01T00:00:00Z\": must be after `sinceTime`",
        "?query=a&pattern=(|406|pattern: Invalid value: \"(\": error parsing regexp: Unclosed group",
        "x?query=a|406|path not allowed in query mode",
      })
  void nonsenseIsRefused(String query, int status, String text) throws IOException {
    FakeExchange answer = get(query);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.text()).isEqualTo(text + "\n");
  }

  @Test
  void allReasonsAreTold() throws IOException {
    assertThat(get("?query=a&boot=1&tailLines=-1").text()).startsWith("[boot: ").endsWith("]\n");
  }

  @Test
  void anAnswerIsZippedForWhoUnderstandsNothingElse() throws IOException {
    FakeExchange answer =
        FakeExchange.get("/logs/?query=plain")
            .withHeader("Accept-Encoding", "gzip")
            .through(router);

    assertThat(answer.sentHeaders()).containsEntry("Content-Encoding", "gzip");
    assertThat(new GZIPInputStream(new ByteArrayInputStream(answer.bytes())).readAllBytes())
        .isEqualTo("plain's log\n".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aJournalThatHangsIsLeftAfterHalfAMinute() throws Exception {
    journal("echo first; exec sleep 1000");
    FutureTask<FakeExchange> asking = new FutureTask<>(() -> get("?query=kubelet"));
    Thread.ofVirtual().start(asking);
    while (timers.pending() == 0) {
      Thread.onSpinWait();
    }

    timers.advance(Duration.ofSeconds(30));

    assertThat(asking.get().status()).isEqualTo(200);
  }

  @Test
  void withoutAJournalThereAreFiles() throws IOException {
    Files.delete(program);

    assertThat(get("?query=kubelet").text()).isEqualTo("\nlog not found for kubelet\n");
    assertThat(get("?query=plain").text()).isEqualTo("plain's log\n");
  }

  @Test
  void questionsAreNotReadWhereTheyAreNotAllowed() throws IOException {
    Router.Builder routes = Router.builder();
    NodeLogPages.files(logs).addTo(routes);

    assertThat(FakeExchange.get("/logs/?query=kubelet").through(routes.build()).text())
        .startsWith("<!doctype html>");
  }
}
