package dev.jubelet.probe.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.jubelet.api.cri.ExecSyncRequest;
import dev.jubelet.api.cri.ExecSyncResponse;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.probe.FakeContainer;
import dev.jubelet.probe.net.LoopbackServer;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Rule("8.4")
final class ChecksTest {
  private final SystemTimers timers = new SystemTimers();
  private final FakeCri cri = new FakeCri(timers, FakeProfile.complete());
  private final Checks checks =
      new Checks(cri, (pod, container, command) -> List.of("expanded", command.getFirst()), timers);
  private final String id = FakeContainer.launch(cri, "app");

  @AfterEach
  void close() {
    timers.close();
  }

  @Test
  void aCommandIsExpandedAndGivenTheProbesTimeout() {
    assertThat(check(exec())).isEqualTo(new Outcome.Succeeded());
    assertThat(cri.script().requests(ExecSyncRequest.class))
        .containsExactly(
            ExecSyncRequest.newBuilder()
                .setContainerId(id)
                .addCmd("expanded")
                .addCmd("health")
                .setTimeout(2)
                .build());
  }

  @Test
  void aCommandThatFailsSaysWhatItPrinted() {
    cri.streams().commands(request -> answer(3, "out ", "err"));
    assertThat(check(exec())).isEqualTo(new Outcome.Failed("out err"));
  }

  @Test
  void ofAFloodOfOutputTenKibibytesAreKept() {
    cri.streams().commands(request -> answer(1, "x".repeat(1 << 20), ""));
    assertThat(check(exec())).isEqualTo(new Outcome.Failed("x".repeat(10 << 10)));
  }

  @Test
  void aCommandOutOfTimeHasFailed() {
    cri.script().fail("ExecSync", 1, CriException.Kind.TIMEOUT, "deadline exceeded");
    assertThat(check(exec()))
        .isEqualTo(new Outcome.Failed("command timed out: \"expanded health\" timed out after 2s"));
  }

  @Test
  void aRuntimeThatCannotRunTheCommandSaysNothingAboutTheContainer() {
    cri.script().fail("ExecSync", 1, CriException.Kind.UNAVAILABLE, "gone");
    assertThat(check(exec()))
        .isEqualTo(new Outcome.Errored("unknown", "rpc error: code = Unavailable desc = gone"));
  }

  @ParameterizedTest
  @CsvSource({"200, Succeeded", "204, Succeeded", "399, Warned", "400, Failed", "500, Failed"})
  void aStatusFrom200To399IsGood(int status, String expected) throws IOException {
    try (LoopbackServer server =
        LoopbackServer.plain(
            LoopbackServer.always("HTTP/1.1 " + status + " X\r\nContent-Length: 0\r\n\r\n"))) {
      assertThat(check(http(new IntOrString(server.port()), "HTTP")).getClass().getSimpleName())
          .isEqualTo(expected);
      assertThat(server.heads().getFirst())
          .contains("User-Agent: kube-probe/1.36\r\n", "Accept: */*\r\n");
    }
  }

  @Test
  void theBodyOfABadAnswerStaysOutOfTheMessage() throws IOException {
    try (LoopbackServer server =
        LoopbackServer.plain(LoopbackServer.always("HTTP/1.1 503 No\r\n\r\nsecret"))) {
      assertThat(check(http(new IntOrString(server.port()), "HTTP")))
          .isEqualTo(new Outcome.Failed("HTTP probe failed with statuscode: 503"));
    }
  }

  @Test
  void aRedirectToAnotherHostIsASuccessWithAWarning() throws IOException {
    try (LoopbackServer server =
        LoopbackServer.plain(
            LoopbackServer.always(
                "HTTP/1.1 301 M\r\nLocation: http://example.org/\r\nContent-Length: 5\r\n\r\nmoved"))) {
      assertThat(check(http(new IntOrString(server.port()), "HTTP")))
          .isEqualTo(new Outcome.Warned("Probe terminated redirects, Response body: moved"));
    }
  }

  @Test
  void aNamedPortIsThatOfTheContainer() throws IOException {
    try (LoopbackServer server =
        LoopbackServer.tls(LoopbackServer.always("HTTP/1.1 200 OK\r\n\r\n"))) {
      Container container = container(server.port());
      Probe probe = http(new IntOrString("web"), "HTTPS");
      assertThat(checks.check(request(container, probe, "127.0.0.1")))
          .isEqualTo(new Outcome.Succeeded());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "tcp"})
  void anUnknownPortCannotBeAsked(String kind) {
    IntOrString port = new IntOrString("nowhere");
    assertThat(check(kind.equals("http") ? http(port, "HTTP") : tcp(port)))
        .isEqualTo(
            new Outcome.Errored("unknown", "strconv.Atoi: parsing \"nowhere\": invalid syntax"));
  }

  @Test
  void aPodWithoutAddressIsNotLookedForOnThisMachine() {
    assertThat(checks.check(request(container(1), tcp(new IntOrString(1)), "")))
        .isEqualTo(new Outcome.Errored("unknown", "the pod has no IP address"));
  }

  @Test
  void anOpenPortIsGoodAndTheConnectionClosedAtOnce() throws Exception {
    CompletableFuture<String> head = new CompletableFuture<>();
    try (LoopbackServer server = LoopbackServer.plain((sent, socket) -> head.complete(sent))) {
      assertThat(check(tcp(new IntOrString(server.port())))).isEqualTo(new Outcome.Succeeded());
      assertThat(head.get(20, TimeUnit.SECONDS)).isEmpty();
    }
  }

  @Test
  void aClosedPortIsBad() throws IOException {
    int port = closedPort();
    assertThat(check(tcp(new IntOrString(port))))
        .isEqualTo(
            new Outcome.Failed("dial tcp 127.0.0.1:" + port + ": connect: connection refused"));
  }

  @Test
  void anInterruptEndsAProbeWithoutAVerdict() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    try (LoopbackServer server =
        LoopbackServer.plain(
            (head, socket) -> {
              asked.countDown();
              never.await();
            })) {
      Probe probe = http(new IntOrString(server.port()), "HTTP");
      Thread prober = Thread.ofVirtual().start(() -> outcome.complete(check(probe)));
      assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
      prober.interrupt();
      assertThat(outcome.get(20, TimeUnit.SECONDS)).isEqualTo(new Outcome.Aborted());
    }
  }

  private Outcome check(Probe probe) {
    return checks.check(request(container(1), probe, "127.0.0.1"));
  }

  private CheckRequest request(Container container, Probe probe, String ip) {
    return new CheckRequest(
        new PodBuilder().withNewMetadata().withName("web").endMetadata().build(),
        container,
        id,
        ip,
        probe);
  }

  private static Container container(int port) {
    return new ContainerBuilder()
        .withName("app")
        .addNewPort()
        .withName("web")
        .withContainerPort(port)
        .endPort()
        .build();
  }

  private static Probe exec() {
    return timed().withNewExec().withCommand("health").endExec().build();
  }

  private static Probe http(IntOrString port, String scheme) {
    return timed()
        .withNewHttpGet()
        .withPort(port)
        .withScheme(scheme)
        .withPath("/healthz")
        .endHttpGet()
        .build();
  }

  private static Probe tcp(IntOrString port) {
    return timed().withNewTcpSocket().withPort(port).endTcpSocket().build();
  }

  private static ProbeBuilder timed() {
    return new ProbeBuilder().withTimeoutSeconds(2);
  }

  private static int closedPort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private static ExecSyncResponse answer(int code, String out, String err) {
    return ExecSyncResponse.newBuilder()
        .setExitCode(code)
        .setStdout(ByteString.copyFromUtf8(out))
        .setStderr(ByteString.copyFromUtf8(err))
        .build();
  }
}
