package dev.jubelet.server.nodelog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.http.FakeExchange;
import dev.jubelet.server.http.Router;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeLogFilesTest {
  private static final Instant CHANGED = Instant.parse("2026-01-02T03:04:05.6Z");

  @TempDir Path scratch;
  private Path logs;
  private Router router;

  @BeforeEach
  void makeLogs() throws IOException {
    logs = Files.createDirectories(scratch.resolve("log"));
    Files.writeString(logs.resolve("syslog"), "0123456789");
    Files.setLastModifiedTime(logs.resolve("syslog"), FileTime.from(CHANGED));
    Files.createDirectories(logs.resolve("pods/web"));
    Files.writeString(logs.resolve("pods/web/0.log"), "hello");
    Files.writeString(scratch.resolve("secret"), "secret words");
    Router.Builder routes = Router.builder();
    NodeLogPages.files(logs).addTo(routes);
    router = routes.build();
  }

  private FakeExchange get(String target) throws IOException {
    return FakeExchange.get(target).through(router);
  }

  @Test
  void aFileIsSentWithWhatFileServersTell() throws IOException {
    FakeExchange answer = get("/logs/syslog");

    assertThat(answer.text()).isEqualTo("0123456789");
    assertThat(answer.sentHeaders())
        .containsEntry("Content-Length", "10")
        .containsEntry("Content-Type", "text/plain; charset=utf-8")
        .containsEntry("Accept-Ranges", "bytes")
        .containsEntry("Last-Modified", "Fri, 02 Jan 2026 03:04:05 GMT");
  }

  @Test
  void aDirectoryIsListedWithNamesThatCannotBecomeMarkup() throws IOException {
    Files.writeString(logs.resolve("<b>a:b"), "");
    Files.createSymbolicLink(logs.resolve("out"), scratch);

    assertThat(get("/logs/").text())
        .isEqualTo(
            """
            <!doctype html>
            <meta name="viewport" content="width=device-width">
            <pre>
            <a href="./%3Cb%3Ea:b">&lt;b&gt;a:b</a>
            <a href="out">out</a>
            <a href="pods/">pods/</a>
            <a href="syslog">syslog</a>
            </pre>
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "/logs, /logs/",
    "/logs/pods, pods/",
    "/logs/pods/web, web/",
    "/logs/syslog/, ../syslog"
  })
  void aPathWithOrWithoutItsSlashIsPutRight(String path, String location) throws IOException {
    FakeExchange answer = get(path);

    assertThat(answer.status()).isEqualTo(301);
    assertThat(answer.sentHeaders()).containsEntry("Location", location);
  }

  @ParameterizedTest
  @CsvSource({
    "bytes=2-4, 206, 234, bytes 2-4/10",
    "bytes=7-, 206, 789, bytes 7-9/10",
    "bytes=-2, 206, 89, bytes 8-9/10",
    "bytes=-20, 200, 0123456789, ",
    "bytes=8-99, 206, 89, bytes 8-9/10",
    "'bytes=0-1,3-4', 200, 0123456789, ",
    "bytes=10-, 416, 'invalid range: failed to overlap\n', bytes */10",
    "bytes=4-2, 416, 'invalid range: failed to overlap\n', bytes */10",
    "bytes=-0, 416, 'invalid range: failed to overlap\n', bytes */10",
    "lines=1-2, 416, 'invalid range: failed to overlap\n', bytes */10",
    "bytes=99999999999999999999-, 416, 'invalid range: failed to overlap\n', bytes */10",
  })
  void partsCanBeAskedFor(String range, int status, String body, String contentRange)
      throws IOException {
    FakeExchange answer =
        FakeExchange.get("/logs/syslog").withHeader("Range", range).through(router);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.text()).isEqualTo(body);
    assertThat(answer.sentHeaders().get("Content-Range")).isEqualTo(contentRange);
  }

  @ParameterizedTest
  @CsvSource({
    "If-Modified-Since, 'Fri, 02 Jan 2026 03:04:05 GMT', 304",
    "If-Modified-Since, 'Fri, 02 Jan 2026 03:04:04 GMT', 200",
    "If-Modified-Since, 'yesterday', 200",
    "If-Unmodified-Since, 'Fri, 02 Jan 2026 03:04:04 GMT', 412",
    "If-Unmodified-Since, 'Fri, 02 Jan 2026 03:04:05 GMT', 200",
  })
  void nothingIsSentAgainWithoutNeed(String header, String date, int status) throws IOException {
    FakeExchange answer = FakeExchange.get("/logs/syslog").withHeader(header, date).through(router);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.text()).hasSize(status == 200 ? 10 : 0);
  }

  @Test
  void aPartOfAFileThatHasChangedIsTheWhole() throws IOException {
    FakeExchange answer =
        FakeExchange.get("/logs/syslog")
            .withHeader("Range", "bytes=2-4")
            .withHeader("If-Range", "Fri, 02 Jan 2026 03:04:04 GMT")
            .through(router);

    assertThat(answer.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/logs/../secret",
        "/logs/..%2Fsecret",
        "/logs/%2e%2e/secret",
        "/logs/pods/..%2F..%2Fsecret",
        "/logs/pods/../../secret",
        "/logs//secret",
        "/logs/%00",
        "/logs/syslog/x",
        "/logs/nosuch",
      })
  void noPathLeadsOut(String path) throws IOException {
    FakeExchange answer = get(path);

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.text()).isEqualTo("404 page not found\n");
  }

  @Test
  void linksAreFollowedInsideAndNotOutside() throws IOException {
    Files.createSymbolicLink(logs.resolve("inside"), logs.resolve("pods/web/0.log"));
    Files.createSymbolicLink(logs.resolve("file"), scratch.resolve("secret"));
    Files.createSymbolicLink(logs.resolve("directory"), scratch);
    Files.createSymbolicLink(logs.resolve("loop"), logs.resolve("loop"));

    assertThat(get("/logs/inside").text()).isEqualTo("hello");
    for (String path : new String[] {"file", "directory/", "directory/secret", "directory"}) {
      FakeExchange answer = get("/logs/" + path);
      assertThat(answer.status()).as(path).isEqualTo(403);
      assertThat(answer.text()).doesNotContain("secret words");
    }
    assertThat(get("/logs/loop").status()).isEqualTo(404);
    assertThat(get("/logs/" + "n".repeat(300)).status()).isEqualTo(404);
  }

  @Test
  void onlyFilesAreOpened() throws Exception {
    Path pipe = logs.resolve("pipe");
    new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();

    assertThat(get("/logs/pipe").status()).isEqualTo(403);
  }

  @Test
  void whatIsNoTextIsNotCalledSo() throws IOException {
    Files.write(logs.resolve("wtmp"), new byte[] {1, 2, 0, 3});
    Files.writeString(logs.resolve("x.html"), "<script>");

    assertThat(get("/logs/wtmp").sentHeaders())
        .containsEntry("Content-Type", "application/octet-stream");
    assertThat(get("/logs/x.html").sentHeaders())
        .containsEntry("Content-Type", "text/plain; charset=utf-8")
        .containsEntry("X-Content-Type-Options", "nosniff");
  }

  @Test
  void filesAreOnlyRead() throws IOException {
    assertThat(new FakeExchange("DELETE", "/logs/syslog").through(router).status()).isEqualTo(405);
    assertThat(new FakeExchange("POST", "/logs/").through(router).status()).isEqualTo(405);
  }

  @Test
  void aNodeMayShowNothing() throws IOException {
    Router.Builder routes = Router.builder();
    NodeLogPages.addDisabled(routes);

    FakeExchange answer = FakeExchange.get("/logs/syslog").through(routes.build());

    assertThat(answer.status() + answer.text()).isEqualTo("405logs endpoint is disabled.\n");
  }
}
