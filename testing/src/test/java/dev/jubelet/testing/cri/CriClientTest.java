package dev.jubelet.testing.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import dev.jubelet.api.cri.ExecSyncRequest;
import dev.jubelet.api.cri.ExecSyncResponse;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.PullImageRequest;
import dev.jubelet.api.cri.StartContainerRequest;
import dev.jubelet.api.cri.VersionRequest;
import dev.jubelet.edge.cri.CriCalls;
import dev.jubelet.edge.cri.CriClient;
import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.edge.cri.CriEvents;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriException.Kind;
import dev.jubelet.testing.time.ManualTimers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The client against a fake that behaves, and against peers that do not. */
@Timeout(30)
final class CriClientTest {
  private final FakeCri fake = new FakeCri(new ManualTimers(), FakeProfile.complete());
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private Path socket;
  private CriServer server;
  private CriClient client;

  @BeforeEach
  void connect(@TempDir Path folder) {
    socket = folder.resolve("cri.sock");
    server = new CriServer(fake, socket);
    client = client(Duration.ofSeconds(10));
  }

  @AfterEach
  void disconnect() {
    client.close();
    server.close();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aFailureKeepsItsKindRpcAndMessage(Kind kind) {
    fake.script().fail("Version", 1, kind, "what the runtime said");

    CriException failure = failure(this::version);

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure.rpc()).isEqualTo("Version");
    assertThat(failure).hasMessage("what the runtime said");
  }

  @Test
  void anInternalFailureReadsAsUpstreamWritesIt() {
    fake.script().fail("Version", 1, Kind.INTERNAL, "no room");

    assertThat(failure(this::version).upstreamText())
        .isEqualTo("rpc error: code = Unknown desc = no room");
  }

  @Test
  void aMissingSocketFailsAtOnceAndIsNamed() {
    server.close();

    CriException failure = failure(this::version);

    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure)
        .hasMessageStartingWith("cannot reach the container runtime at unix://" + socket);
  }

  @Test
  void theFirstCallAfterTheRuntimeIsBackSucceeds() {
    version();
    server.close();
    for (int i = 0; i < 20; i++) {
      assertThat(failure(this::version).kind()).isEqualTo(Kind.UNAVAILABLE);
    }

    server = new CriServer(fake, socket);

    version();
  }

  @Test
  void aCallThatIsNotAnsweredEndsAtItsDeadline() {
    client.close();
    client = client(Duration.ofMillis(200));
    fake.script().before("Version", CriClientTest::hang);

    CriException failure = failure(this::version);

    assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(failure).hasMessage("context deadline exceeded");
  }

  @Test
  void interruptingTheCallerCancelsTheCallInTheRuntime() throws Exception {
    CountDownLatch pulling = new CountDownLatch(1);
    CompletableFuture<Boolean> givenUp = new CompletableFuture<>();
    fake.script()
        .before(
            "PullImage",
            () -> {
              pulling.countDown();
              hang();
              givenUp.complete(true);
            });
    CompletableFuture<CriException> result = new CompletableFuture<>();
    Thread caller =
        Thread.ofVirtual().start(() -> result.complete(failure(() -> pull("busybox:1"))));
    pulling.await();

    caller.interrupt();

    assertThat(result.get(10, TimeUnit.SECONDS).kind()).isEqualTo(Kind.CANCELLED);
    assertThat(givenUp.get(10, TimeUnit.SECONDS)).isTrue();
    version();
  }

  @Test
  void aStartGoesToItsEndAlthoughTheCallerIsInterrupted() throws Exception {
    CountDownLatch starting = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    fake.script()
        .before(
            "StartContainer",
            () -> {
              starting.countDown();
              awaitQuietly(goOn);
              throw new CriException(Kind.NOT_FOUND, "StartContainer", "asked to its end");
            });
    CompletableFuture<String> result = new CompletableFuture<>();
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  CriException failure = failure(this::start);
                  boolean interrupted = Thread.currentThread().isInterrupted();
                  result.complete(failure.kind() + (interrupted ? ", interrupted" : ""));
                });
    starting.await();

    caller.interrupt();
    goOn.countDown();

    assertThat(result.get(10, TimeUnit.SECONDS)).isEqualTo("NOT_FOUND, interrupted");
  }

  @Test
  void aStartIsNotBegunByAnInterruptedCaller() {
    Thread.currentThread().interrupt();
    CriException failure = failure(this::start);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(failure.kind()).isEqualTo(Kind.CANCELLED);
    assertThat(fake.script().requests(StartContainerRequest.class)).isEmpty();
  }

  @Test
  void aSecondInterruptCancelsAStartThatHangs() throws Exception {
    CountDownLatch starting = new CountDownLatch(1);
    fake.script()
        .before(
            "StartContainer",
            () -> {
              starting.countDown();
              hang();
            });
    CompletableFuture<Kind> result = new CompletableFuture<>();
    Thread caller = Thread.ofVirtual().start(() -> result.complete(failure(this::start).kind()));
    starting.await();

    caller.interrupt();
    while (!result.isDone()) {
      caller.interrupt();
      Thread.yield();
    }

    assertThat(result.get()).isEqualTo(Kind.CANCELLED);
  }

  @Test
  void anAnswerUpTo16MebibytesIsTaken() {
    assertThat(exec(16 * 1024 * 1024 - 64).getStdout().size()).isEqualTo(16 * 1024 * 1024 - 64);
  }

  @Test
  void aLargerAnswerIsRefused() {
    CriException failure = failure(() -> exec(16 * 1024 * 1024));

    assertThat(failure.kind()).isEqualTo(Kind.EXHAUSTED);
    assertThat(failure).hasMessageContaining("16777216");
  }

  @Test
  void closingASubscriptionWakesItsReader() throws Exception {
    CriEvents events = client.containerEvents();
    CompletableFuture<String> end = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> end.complete(events.next() == null ? "ended" : "unexpected event"));

    events.close();

    assertThat(end.get(10, TimeUnit.SECONDS)).isEqualTo("ended");
  }

  @Test
  void aSubscriptionFailsWhenTheRuntimeGoes() throws Exception {
    try (CriEvents events = client.containerEvents()) {
      version();
      CompletableFuture<CriException> end = new CompletableFuture<>();
      Thread.ofVirtual().start(() -> end.complete(failure(events::next)));

      server.close();

      assertThat(end.get(10, TimeUnit.SECONDS).kind()).isIn(Kind.UNAVAILABLE, Kind.CANCELLED);
    }
  }

  @Test
  void imagesMayHaveAnEndpointOfTheirOwn(@TempDir Path other) {
    FakeCri imageFake = new FakeCri(new ManualTimers(), FakeProfile.containerd2());
    try (CriServer images = new CriServer(imageFake, other.resolve("images.sock"));
        CriClient split =
            new CriClient(
                server.endpoint(), images.endpoint(), Duration.ofSeconds(10), CriCalls.UNHEARD)) {
      split.pullImage(pullRequest("busybox:1"));
      split.version(VersionRequest.getDefaultInstance());
    }

    assertThat(imageFake.script().calls()).extracting(CallScript.Call::rpc).contains("PullImage");
    assertThat(fake.script().calls()).extracting(CallScript.Call::rpc).containsExactly("Version");
  }

  @Test
  void everyCallIsToldByItsOperation() {
    fake.script().fail("Version", 1, Kind.NOT_FOUND, "no");
    failure(this::version);
    pull("busybox:1");

    assertThat(heard)
        .containsExactly("version", "version NOT_FOUND", "pull_image", "pull_image done");
  }

  private CriClient client(Duration timeout) {
    CriEndpoint endpoint = new CriEndpoint(socket);
    return new CriClient(endpoint, endpoint, timeout, this::hear);
  }

  private CriCalls.Running hear(String operation) {
    heard.add(operation);
    return new CriCalls.Running() {
      @Override
      public void succeeded() {
        heard.add(operation + " done");
      }

      @Override
      public void failed(CriException failure) {
        heard.add(operation + " " + failure.kind());
      }
    };
  }

  private void version() {
    client.version(VersionRequest.getDefaultInstance());
  }

  private void pull(String reference) {
    client.pullImage(pullRequest(reference));
  }

  private static PullImageRequest pullRequest(String reference) {
    return PullImageRequest.newBuilder()
        .setImage(ImageSpec.newBuilder().setImage(reference))
        .build();
  }

  private ExecSyncResponse exec(int outputBytes) {
    fake.images().add(ContractFake.IMAGE);
    fake.streams()
        .commands(
            request ->
                ExecSyncResponse.newBuilder()
                    .setStdout(ByteString.copyFrom(new byte[outputBytes]))
                    .build());
    String container = Pods.launched(fake);
    return client.execSync(
        ExecSyncRequest.newBuilder().setContainerId(container).setTimeout(5).build());
  }

  private void start() {
    client.startContainer(StartContainerRequest.newBuilder().setContainerId("it").build());
  }

  private static void hang() {
    awaitQuietly(new CountDownLatch(1));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static CriException failure(ThrowingCallable call) {
    return assertThatExceptionOfType(CriException.class).isThrownBy(call).actual();
  }
}
