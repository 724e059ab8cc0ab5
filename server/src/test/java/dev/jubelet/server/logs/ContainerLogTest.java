package dev.jubelet.server.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.FakeAgent;
import dev.jubelet.server.http.FakeExchange;
import dev.jubelet.server.http.Router;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class ContainerLogTest {
  private static final String LOG =
      """
      2026-01-01T00:00:00.1Z stdout F one
      2026-01-01T00:00:01.123456789Z stderr P two
      2026-01-01T00:00:02Z stderr F , goes on
      garbage
      2026-01-01T02:00:03+02:00 stdout F:x three
      """;

  @TempDir Path directory;

  private FakeAgent agent;
  private Router router;

  @BeforeEach
  void makeLog() throws IOException {
    agent = new FakeAgent(directory.resolve("pod"));
    Files.createDirectories(agent.logFile().resolveSibling(""));
    Files.writeString(agent.logFile(), LOG);
    router = router(true);
  }

  private Router router(boolean splitsStreams) {
    return Router.builder()
        .get(
            ContainerLogPage.PATTERN,
            new ContainerLogPage(
                agent, (path, changed) -> () -> {}, new ManualTimers(), splitsStreams))
        .build();
  }

  @ParameterizedTest
  @CsvSource({
    "All, 'out one, goes on|err one, goes on|err two|out two|'",
    "Stdout, 'out one, goes on|out two|'",
    "Stderr, 'err one, goes on|err two|'"
  })
  void oneStreamCanBeAskedFor(String stream, String expected) throws IOException {
    Files.writeString(
        agent.logFile(),
        """
        2026-01-01T00:00:00Z stdout P out one
        2026-01-01T00:00:00Z stdout F , goes on
        2026-01-01T00:00:01Z stderr P err one
        2026-01-01T00:00:01Z stderr F , goes on
        2026-01-01T00:00:02Z stderr F err two
        2026-01-01T00:00:03Z stdout F out two
        """);
    assertThat(get("?stream=" + stream).text().replace('\n', '|')).isEqualTo(expected);
  }

  @Test
  void withoutTheFeatureThereIsNoChoiceOfStreams() throws IOException {
    router = router(false);
    assertThat(get("?stream=All").status()).isEqualTo(200);
    assertThat(get("?stream=Stderr").status()).isEqualTo(422);
  }

  private FakeExchange get(String query) throws IOException {
    return FakeExchange.get("/containerLogs/default/web/c" + query).through(router);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'one|two, goes on|three|'",
    "?tailLines=1, 'three|'",
    "?tailLines=3, ', goes on|three|'",
    "?tailLines=0, ''",
    "?tail=1, 'three|'",
    "?tail=all&tailLines=1, 'one|two, goes on|three|'",
    "?limitBytes=6, 'one|tw'",
    "?sinceTime=2026-01-01T00:00:02Z, ', goes on|three|'",
    "?sinceTime=2026-01-01T03:00:03%2B03:00, 'three|'",
    "?timestamps=1&tailLines=1, '2026-01-01T02:00:03.000000000+02:00 three|'",
    "?timestamps=false&tailLines=1, 'three|'",
  })
  void answersThePartThatWasAskedFor(String query, String expected) throws IOException {
    assertThat(get(query).text().replace('\n', '|')).isEqualTo(expected);
  }

  @Test
  void putsOneTimeBeforeALineThatWasWrittenInParts() throws IOException {
    assertThat(get("?timestamps").text())
        .isEqualTo(
            """
            2026-01-01T00:00:00.100000000Z one
            2026-01-01T00:00:01.123456789Z two, goes on
            2026-01-01T02:00:03.000000000+02:00 three
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "?tailLines=x, 400, Unable to decode query.",
    "?sinceTime=yesterday, 400, Unable to decode query.",
    "?limitBytes=0, 422, Invalid request.",
    "?sinceSeconds=0, 422, Invalid request.",
    "?tailLines=-1, 422, Invalid request.",
    "?sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z, 422, Invalid request.",
    "?stream=Stdout&tailLines=1, 422, Invalid request.",
    "?stream=stdout, 422, Invalid request.",
    "?previous=true, 400, 'previous terminated container \"c\" in pod \"web\" not found'",
  })
  void refusesNonsense(String query, int status, String text) throws IOException {
    FakeExchange answer = get(query);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.text()).contains(text);
  }

  @Test
  void namesWhatDoesNotExist() throws IOException {
    FakeExchange pod = FakeExchange.get("/containerLogs/default/x/c").through(router);
    FakeExchange container = FakeExchange.get("/containerLogs/default/web/x").through(router);

    assertThat(pod.status() + pod.text()).isEqualTo("404pod \"x\" does not exist");
    assertThat(container.status() + container.text())
        .isEqualTo("404container \"x\" not found in pod \"web\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/containerLogs/default/web/..%2F..%2Fsecret",
        "/containerLogs/..%2F../web/c",
        "/containerLogs/default/..%2Fweb/c",
        "/containerLogs/default/web/c/../../../secret",
        "/containerLogs/default/web/%00",
      })
  void noPathLeadsOutOfThePod(String path) throws IOException {
    Files.writeString(directory.resolve("secret"), "2026-01-01T00:00:00Z stdout F secret\n");

    FakeExchange answer = FakeExchange.get(path).through(router);

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.text()).doesNotContain("F secret");
  }

  @Test
  void noLinkIsFollowed() throws IOException {
    Path secret =
        Files.writeString(directory.resolve("secret"), "2026-01-01T00:00:00Z stdout F secret\n");
    Path link = Files.createSymbolicLink(agent.podDirectory.resolve("c/1.log"), secret);
    Files.createSymbolicLink(agent.podDirectory.resolve("d"), directory);

    for (Path file :
        new Path[] {link, agent.podDirectory.resolve("d/secret"), secret, agent.podDirectory}) {
      agent.logFile(file);
      FakeExchange answer = get("");
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.text()).doesNotContain("F secret").contains("cannot be read safely");
    }
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    agent.logFile(agent.podDirectory.resolve("c/9.log"));

    assertThat(get("").text()).contains("9.log does not exist");
  }

  @Test
  void anUnfinishedLineIsShownWhenItCanBeRead() throws IOException {
    Files.writeString(agent.logFile(), "2026-01-01T00:00:00Z stdout F half");

    assertThat(get("").text()).isEqualTo("half\n");
  }
}
