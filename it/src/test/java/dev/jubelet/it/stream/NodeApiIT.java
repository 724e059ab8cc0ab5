package dev.jubelet.it.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.api.cri.ContainerFilter;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.api.cri.ReopenContainerLogRequest;
import dev.jubelet.base.tls.AnyServer;
import dev.jubelet.edge.cri.CriCalls;
import dev.jubelet.edge.cri.CriClient;
import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.systemd.NotifySocket;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The pages about the node, a log that is rotated under its reader, and systemd's ear. */
@NeedsContainerd(ContainerdGeneration.TWO)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
final class NodeApiIT {
  private static final int ROTATIONS = 8;

  private final PrivateContainerd containerd;
  private final TestNode node;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .sslContext(AnyServer.context())
          .build();
  private NotifySocket systemd;

  NodeApiIT(PrivateContainerd containerd) {
    this.containerd = containerd;
    this.node = TestNode.prepare(containerd, containerd.endpoint(), "enableSystemLogQuery: true\n");
  }

  @BeforeAll
  void start() {
    Path address = node.directory().resolve("notify");
    systemd = new NotifySocket(address.toString());
    node.launch(
        node.kubeletCommand(),
        Map.of("NOTIFY_SOCKET", address.toString(), "WATCHDOG_USEC", "2000000"));
    node.awaitAnswer();
  }

  @AfterAll
  void close() {
    node.close();
    systemd.close();
    http.close();
  }

  private HttpRequest.Builder request(String target) {
    return HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + node.mainPort() + target));
  }

  private HttpResponse<String> get(String target) throws Exception {
    return http.send(request(target).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void systemdHearsThatTheNodeIsReadyAndThenThatItIsWell() {
    node.await("systemd is told of the start", () -> systemd.receive().equals("READY=1"));
    for (int i = 0; i < 2; i++) {
      node.await("systemd is told of good health", () -> systemd.receive().equals("WATCHDOG=1"));
    }
  }

  @Test
  void theLogIsPartOfTheHealth() throws Exception {
    assertThat(get("/healthz?verbose").body())
        .isEqualTo("[+]ping ok\n[+]log ok\n[+]syncloop ok\nhealthz check passed\n");
    assertThat(get("/healthz/log").body()).isEqualTo("ok");
  }

  @Test
  void theNodesLogsAreListedAndAsked() throws Exception {
    assertThat(get("/logs/").body()).startsWith("<!doctype html>");
    assertThat(get("/logs/../../etc/passwd").statusCode()).isEqualTo(404);
    assertThat(get("/logs/?query=no-such-service").body())
        .isEqualTo("\nlog not found for no-such-service\n");
  }

  @Test
  void theProcessCanBeLookedInto() throws Exception {
    assertThat(get("/debug/pprof/threads").body()).contains("\"sync-loop\"");
    assertThat(get("/debug/pprof/heap").body()).contains("java.lang.String");
    HttpResponse<byte[]> recording =
        http.send(
            request("/debug/pprof/profile?seconds=1").build(),
            HttpResponse.BodyHandlers.ofByteArray());
    assertThat(recording.body()).startsWith("FLR\0".getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void theVerbosityChangesAtOnce() throws Exception {
    HttpResponse<String> answer =
        http.send(
            request("/debug/flags/v").PUT(HttpRequest.BodyPublishers.ofString("4")).build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.body()).isEqualTo("successfully set klog.logging.verbosity to 4");
  }

  /** The runtime writes all the while, also between the renaming and its new file. */
  @Test
  void noLineIsLostOrDoubledWhenALogIsRotatedUnderItsReader() throws Exception {
    String script =
        "i=0; while [ ! -e /stop ]; do echo line $i; i=$((i+1));"
            + " [ $((i % 50)) -eq 0 ] && sleep 0.05; done; true";
    node.apply(
        Manifests.pod("chatty")
            .restartPolicy("Never")
            .container("main", containerd.image(), script),
        "chatty");
    node.await("a log is there", () -> log().isPresent());
    String target = "/containerLogs/default/" + TestNode.podName("chatty") + "/main";
    node.await("the log can be asked for", () -> isAnswered(target));
    CompletableFuture<HttpResponse<String>> followed =
        http.sendAsync(
            request(target + "?follow=true").build(), HttpResponse.BodyHandlers.ofString());
    for (int i = 1; i <= ROTATIONS; i++) {
      rotate(log().orElseThrow(), i);
    }

    String pod = "/default/" + TestNode.podName("chatty");
    assertThat(post("/run" + pod + "/main?cmd=touch+/stop")).isEqualTo(200);

    List<String> lines = followed.get().body().lines().toList();
    assertThat(lines).hasSizeGreaterThan(ROTATIONS);
    assertThat(lines)
        .containsExactlyElementsOf(
            IntStream.range(0, lines.size()).mapToObj(i -> "line " + i).toList());
    assertThat(get(target).body().lines()).containsExactlyElementsOf(lines);
    assertThat(get(target + "?tailLines=" + (lines.size() - 1)).body()).startsWith("line 1\n");
    node.remove("chatty");
  }

  /** Where CRIU does not work, the runtime's own words arrive; where it does, so does the file. */
  @Test
  void aContainerIsCheckpointedIfTheMachineCan() throws Exception {
    node.apply(Manifests.pod("frozen").running("main", containerd.image()), "frozen");
    node.awaitReady("frozen");
    String target = "/checkpoint/default/" + TestNode.podName("frozen") + "/main";
    HttpResponse<String> answer = postForAnswer(target);
    if (criuWorks()) {
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      String file = new ObjectMapper().readTree(answer.body()).at("/items/0").asText();
      assertThat(Path.of(file)).startsWith(node.root().resolve("checkpoints")).isNotEmptyFile();
    } else {
      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.body()).containsIgnoringCase("criu");
    }
    assertThat(node.awaitReady("frozen").getStatus().getContainerStatuses())
        .allSatisfy(status -> assertThat(status.getRestartCount()).isZero());
    node.remove("frozen");
  }

  private static boolean criuWorks() throws Exception {
    String quietly = "exec criu check >/dev/null 2>&1 </dev/null";
    return new ProcessBuilder("sh", "-c", quietly).start().waitFor() == 0;
  }

  private int post(String target) throws Exception {
    return postForAnswer(target).statusCode();
  }

  private HttpResponse<String> postForAnswer(String target) throws Exception {
    HttpRequest.Builder request = request(target).POST(HttpRequest.BodyPublishers.noBody());
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private boolean isAnswered(String target) {
    try {
      return get(target).statusCode() == 200;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private Optional<Path> log() {
    try (Stream<Path> files = Files.walk(node.podLogs())) {
      return files.filter(file -> file.endsWith("0.log")).findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void rotate(Path log, int number) throws IOException {
    Files.move(log, log.resolveSibling("0.log.20260101-%06d".formatted(number)));
    CriEndpoint endpoint = CriEndpoint.parse(containerd.endpoint());
    try (CriClient runtime =
        new CriClient(endpoint, endpoint, Duration.ofSeconds(30), CriCalls.UNHEARD)) {
      ListContainersRequest chatty =
          ListContainersRequest.newBuilder()
              .setFilter(
                  ContainerFilter.newBuilder()
                      .putLabelSelector("io.kubernetes.pod.name", TestNode.podName("chatty")))
              .build();
      String id = runtime.listContainers(chatty).getContainers(0).getId();
      runtime.reopenContainerLog(ReopenContainerLogRequest.newBuilder().setContainerId(id).build());
    }
    node.await("the next file is written to", () -> size(log) > 0);
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }
}
