package dev.jubelet.it.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.tls.AnyServer;
import dev.jubelet.edge.spdy.SpdyStream;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.stream.ChannelClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** exec, attach and port-forward through the node's API, over SPDY and WebSocket. */
@NeedsContainerd(ContainerdGeneration.TWO)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(StreamsIT.PATIENCE_SECONDS)
final class StreamsIT {
  /** A gibibyte on a busy machine takes minutes. */
  static final long PATIENCE_SECONDS = 900;

  private static final long BYTES = Long.getLong("jubelet.it.streamBytes", 64L * 1024 * 1024);
  private static final int SHORT_SESSIONS = Integer.getInteger("jubelet.it.shortSessions", 100);
  private static final String V4 = "v4.channel.k8s.io";
  private static final String V5 = "v5.channel.k8s.io";
  private static final String POD = "/default/" + TestNode.podName("talk");
  private static final String SUCCESS = "\"status\":\"Success\"";

  private final PrivateContainerd containerd;
  private final TestNode node;

  StreamsIT(PrivateContainerd containerd) {
    this.containerd = containerd;
    this.node = TestNode.prepare(containerd, containerd.endpoint(), "");
  }

  @BeforeAll
  void start() {
    node.startKubelet();
    String reader =
        """
        - name: reader
          image: %s
          imagePullPolicy: IfNotPresent
          stdin: true
          command: [sh, -c, "while read line; do echo got $line; done"]
        """
            .formatted(containerd.image());
    String manifest =
        Manifests.pod("talk")
            .running("main", containerd.image())
            .container("echo", containerd.image(), "nc -ll -p 8080 -e cat")
            .graceSeconds(1)
            .yaml();
    node.apply("talk.yaml", manifest + reader.indent(2));
    node.awaitReady("talk");
  }

  @AfterAll
  void close() {
    node.close();
  }

  private static String exec(String more, String... command) {
    StringBuilder target = new StringBuilder("/exec" + POD + "/main?" + more);
    for (String word : command) {
      target.append("&command=").append(URLEncoder.encode(word, StandardCharsets.UTF_8));
    }
    return target.toString();
  }

  private SpdyClient open(String target) throws IOException {
    return SpdyClient.open(node.mainPort(), target, V4);
  }

  private static void pump(InputStream from, SpdyStream to) {
    byte[] buffer = new byte[32 * 1024];
    try {
      for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
        to.send(buffer, count);
      }
      to.sendEnd();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs a command that reads nothing and returns what it wrote and its status. */
  private String run(String... command) throws Exception {
    try (SpdyClient client = open(exec("output=1&error=1", command))) {
      SpdyStream errors = client.errors();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      SpdyStream stdout = client.stream("stdout", out);
      SpdyStream stderr = client.stream("stderr", out);
      stdout.awaitEnd();
      stderr.awaitEnd();
      errors.awaitEnd();
      return out.toString(StandardCharsets.UTF_8) + client.status();
    }
  }

  @Test
  void whatGoesThroughCatComesBackByteForByte() throws Exception {
    try (SpdyClient client = open(exec("input=1&output=1", "cat"))) {
      SpdyStream errors = client.errors();
      Pattern.Check check = new Pattern.Check();
      SpdyStream stdin = client.stream("stdin", OutputStream.nullOutputStream());
      SpdyStream stdout = client.stream("stdout", check);
      pump(Pattern.source(BYTES), stdin);
      stdout.awaitEnd();
      errors.awaitEnd();
      assertThat(check.seen()).isEqualTo(BYTES);
      assertThat(client.status()).contains(SUCCESS);
    }
  }

  @Test
  void theExitCodeComesWithTheStatus() throws Exception {
    assertThat(run("sh", "-c", "echo said; exit 7"))
        .startsWith("said\n")
        .contains("\"reason\":\"NonZeroExitCode\"", "\"reason\":\"ExitCode\"", "\"message\":\"7\"");
    assertThat(run("true")).contains(SUCCESS);
  }

  @Test
  void aTerminalFollowsItsSize() throws Exception {
    String script = "while read x; do stty size; done";
    try (SpdyClient client = open(exec("input=1&output=1&error=1&tty=1", "sh", "-c", script))) {
      client.errors();
      Told out = new Told();
      SpdyStream stdin = client.stream("stdin", OutputStream.nullOutputStream());
      client.stream("stdout", out);
      SpdyStream resize = client.stream("resize", OutputStream.nullOutputStream());
      for (String size : List.of("40 100", "24 80")) {
        String[] rowsAndColumns = size.split(" ", -1);
        String json =
            "{\"Width\":%s,\"Height\":%s}\n".formatted(rowsAndColumns[1], rowsAndColumns[0]);
        out.await(
            size,
            () -> {
              send(resize, json);
              send(stdin, "\n");
            });
      }
    }
  }

  @Test
  void aMainProcessIsAttachedTo() throws Exception {
    try (SpdyClient client = open("/attach" + POD + "/reader?input=1&output=1&error=1")) {
      client.errors();
      Told out = new Told();
      SpdyStream stdin = client.stream("stdin", OutputStream.nullOutputStream());
      client.stream("stdout", out);
      client.stream("stderr", out);
      out.await("got hello", () -> send(stdin, "hello\n"));
    }
  }

  @Test
  void aPortOfThePodIsForwarded() throws Exception {
    try (SpdyClient client =
        SpdyClient.open(node.mainPort(), "/portForward" + POD, "portforward.k8s.io")) {
      ByteArrayOutputStream problems = new ByteArrayOutputStream();
      client.forwarded("error", 8080, problems).sendEnd();
      Pattern.Check check = new Pattern.Check();
      SpdyStream data = client.forwarded("data", 8080, check);
      long length = 1024 * 1024;
      pump(Pattern.source(length), data);
      data.awaitEnd();
      assertThat(check.seen()).isEqualTo(length);
      assertThat(problems.toString(StandardCharsets.UTF_8)).isEmpty();
    }
  }

  @Test
  void aPortIsForwardedBySpdyInsideAWebSocket() throws Exception {
    try (SpdyClient client =
        SpdyClient.openInWebSocket(node.mainPort(), "/portForward" + POD, "portforward.k8s.io")) {
      client.forwarded("error", 8080, OutputStream.nullOutputStream()).sendEnd();
      Pattern.Check check = new Pattern.Check();
      SpdyStream data = client.forwarded("data", 8080, check);
      long length = 1024 * 1024;
      pump(Pattern.source(length), data);
      data.awaitEnd();
      assertThat(check.seen()).isEqualTo(length);
    }
  }

  private ChannelClient channels(String target, OutputStream stdout, String... protocols)
      throws IOException {
    HttpClient http = HttpClient.newBuilder().sslContext(AnyServer.context()).build();
    URI url = URI.create("wss://127.0.0.1:" + node.mainPort() + target);
    return ChannelClient.open(http, url, stdout, protocols);
  }

  @Test
  void aWebSocketOfVersionFiveEndsItsInputAlone() throws Exception {
    Pattern.Check check = new Pattern.Check();
    try (ChannelClient client = channels(exec("input=1&output=1", "cat"), check, V5, V4)) {
      assertThat(client.protocol()).isEqualTo(V5);
      long length = BYTES / 4;
      byte[] buffer = new byte[32 * 1024];
      InputStream from = Pattern.source(length);
      for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
        client.send(ChannelClient.STDIN, buffer, count);
      }
      client.end(ChannelClient.STDIN);
      assertThat(client.awaitEnd()).isEqualTo(1000);
      assertThat(check.seen()).isEqualTo(length);
      assertThat(client.text(ChannelClient.ERROR)).contains(SUCCESS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {V4, V5})
  void aWebSocketGetsOutputErrorsAndTheExitCode(String protocol) throws Exception {
    Told out = new Told();
    String target = exec("output=1&error=1", "sh", "-c", "echo said; echo sorry >&2; exit 7");
    try (ChannelClient client = channels(target, out, protocol)) {
      client.awaitEnd();
      assertThat(client.protocol()).isEqualTo(protocol);
      assertThat(out).hasToString("said\n");
      assertThat(client.text(ChannelClient.STDERR)).isEqualTo("sorry\n");
      assertThat(client.text(ChannelClient.ERROR)).contains("\"message\":\"7\"");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {V4, V5})
  void aTerminalInAWebSocketFollowsItsSize(String protocol) throws Exception {
    Told out = new Told();
    String script = "while read x; do stty size; done";
    String target = exec("input=1&output=1&tty=1", "sh", "-c", script);
    try (ChannelClient client = channels(target, out, protocol)) {
      out.await(
          "40 100",
          () -> {
            send(client, ChannelClient.RESIZE, "{\"Width\":100,\"Height\":40}");
            send(client, ChannelClient.STDIN, "\n");
          });
    }
  }

  private static void send(ChannelClient to, int channel, String text) {
    try {
      to.send(channel, text);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatIsNotThereIsSaid() throws Exception {
    assertThatThrownBy(() -> open("/exec/default/nosuch/main?output=1&command=true"))
        .hasMessageContaining("HTTP/1.1 404 ")
        .hasMessageEndingWith("pod does not exist");
    assertThatThrownBy(() -> open("/exec" + POD + "/nosuch?output=1&command=true"))
        .hasMessageContaining("HTTP/1.1 500 ")
        .hasMessageEndingWith("container not found (\"nosuch\")");
    assertThat(run("/no/such/command")).contains("\"status\":\"Failure\"", "/no/such/command");
  }

  @Test
  void shortCommandsAreRunWithoutAStream() throws Exception {
    String target = "/run" + POD + "/main?cmd=";
    assertThat(send("POST", target + "echo+a+b").body()).isEqualTo("a b\n");
    HttpResponse<String> failed = send("POST", target + "cat+/nosuch");
    assertThat(failed.statusCode()).isEqualTo(500);
    assertThat(failed.body()).startsWith("command 'cat /nosuch' exited with 1: cat: can't open");
    assertThat(send("GET", "/runningpods/").body())
        .contains(TestNode.podName("talk"), "\"name\":\"main\"", "\"image\":\"");
  }

  @Test
  void manySessionsLeaveNothingBehind() throws Exception {
    terminals(10);
    repeat(20);
    long descriptors = entries("fd");
    long threads = entries("task");
    long watches = watches();
    terminals(100);
    repeat(SHORT_SESSIONS);
    vanish(20);
    followers(20);
    node.await("all sockets are closed", () -> entries("fd") <= descriptors);
    node.await("nothing is watched any more", () -> watches() <= watches);
    assertThat(entries("task")).isLessThanOrEqualTo(threads + 2);
  }

  private long entries(String kind) {
    try (Stream<Path> files = Files.list(Path.of("/proc/" + node.pid() + "/" + kind))) {
      return files.count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** How many files and directories the kernel watches for the kubelet. */
  private long watches() {
    try (Stream<Path> files = Files.list(Path.of("/proc/" + node.pid() + "/fdinfo"))) {
      return files.flatMap(StreamsIT::lines).filter(line -> line.startsWith("inotify ")).count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A descriptor may be closed before its lines are read. */
  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  /** Readers of a log who go while it is followed. */
  private void followers(int count) throws Exception {
    URI url =
        URI.create(
            "https://127.0.0.1:%d/containerLogs%s/main?follow=true"
                .formatted(node.mainPort(), POD));
    for (int i = 0; i < count; i++) {
      try (HttpClient client = HttpClient.newBuilder().sslContext(AnyServer.context()).build()) {
        client
            .send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofInputStream())
            .body()
            .close();
      }
    }
  }

  /** Many at the same time: none ends before all are open. */
  private void terminals(int count) throws Exception {
    List<SpdyClient> open = new ArrayList<>();
    List<Told> told = new ArrayList<>();
    List<SpdyStream> inputs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      SpdyClient client = open(exec("input=1&output=1&tty=1", "cat"));
      open.add(client);
      client.errors();
      inputs.add(client.stream("stdin", OutputStream.nullOutputStream()));
      Told out = new Told();
      told.add(out);
      client.stream("stdout", out);
      client.stream("resize", OutputStream.nullOutputStream());
    }
    for (int i = 0; i < count; i++) {
      String word = "session-" + i;
      SpdyStream stdin = inputs.get(i);
      told.get(i).await(word, () -> send(stdin, word + "\n"));
    }
    for (int i = 0; i < count; i++) {
      send(inputs.get(i), "\u0004");
      open.get(i).close();
    }
  }

  private void repeat(int count) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<String>> runs = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        String word = "run-" + i;
        runs.add(threads.submit(() -> run("echo", word)));
      }
      for (int i = 0; i < count; i++) {
        assertThat(runs.get(i).get()).startsWith("run-" + i + "\n").contains(SUCCESS);
      }
    }
  }

  /** Clients that go while their command runs on. */
  private void vanish(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      String sleep = exec("input=1&output=1", "sleep", "20");
      channels(sleep, OutputStream.nullOutputStream(), i % 2 == 0 ? V4 : V5).close();
      try (SpdyClient client = open(sleep)) {
        client.errors();
        client.stream("stdin", OutputStream.nullOutputStream());
        client.stream("stdout", OutputStream.nullOutputStream());
      }
    }
  }

  private static void send(SpdyStream to, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      to.send(bytes, bytes.length);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private HttpResponse<String> send(String method, String target) throws Exception {
    try (HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(AnyServer.context())
            .build()) {
      return client.send(
          HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + node.mainPort() + target))
              .method(method, HttpRequest.BodyPublishers.noBody())
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }
}
