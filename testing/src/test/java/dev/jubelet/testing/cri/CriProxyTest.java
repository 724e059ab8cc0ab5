package dev.jubelet.testing.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.api.cri.ContainerEventResponse;
import dev.jubelet.api.cri.ListPodSandboxRequest;
import dev.jubelet.api.cri.VersionRequest;
import dev.jubelet.edge.cri.CriCalls;
import dev.jubelet.edge.cri.CriClient;
import dev.jubelet.edge.cri.CriEvents;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriException.Kind;
import dev.jubelet.testing.time.ManualTimers;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls go wrong as told, and pass otherwise. */
@Timeout(30)
final class CriProxyTest {
  private final ManualTimers timers = new ManualTimers();
  private final FakeCri fake = new FakeCri(timers, FakeProfile.containerd2());
  private CriServer server;
  private CriProxy proxy;
  private CriClient client;

  @BeforeEach
  void connect(@TempDir Path folder) {
    server = new CriServer(fake, folder.resolve("cri.sock"));
    proxy = new CriProxy(folder.resolve("proxy.sock"), server.endpoint(), timers);
    client = client(Duration.ofSeconds(10));
  }

  @AfterEach
  void disconnect() {
    client.close();
    proxy.close();
    server.close();
  }

  @Test
  void withoutRulesAnswersAndFailuresPass() {
    assertThat(new CriPod(client, Pods.sandbox("pod")).status().getMetadata().getName())
        .isEqualTo("pod");
    fake.script().fail("Version", 1, Kind.NOT_FOUND, "not here");
    CriException failure = failure(this::version);

    assertThat(failure.kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(failure).hasMessage("not here");
    assertThat(proxy.rules().count("RunPodSandbox")).isEqualTo(1);
  }

  @Test
  void eventsPassAsTheyHappenAndEndWithTheirReader() throws Exception {
    try (CriEvents events = client.containerEvents()) {
      CompletableFuture<ContainerEventResponse> first = new CompletableFuture<>();
      Thread.ofVirtual().start(() -> first.complete(events.next()));
      CriRuntimeContract.eventually(() -> fake.events().subscribers() == 1);
      String id = new CriPod(fake, Pods.sandbox("pod")).id();

      assertThat(first.get(10, TimeUnit.SECONDS).getContainerId()).isEqualTo(id);
    }
    CriRuntimeContract.eventually(() -> fake.events().subscribers() == 0);
  }

  @Test
  void theChosenCallFailsWithoutReachingTheRuntime() {
    proxy
        .rules()
        .onCall("Version", 2, new ProxyAction.Fail(Status.UNAVAILABLE.withDescription("gone")));
    version();
    CriException failure = failure(this::version);
    version();

    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure).hasMessage("gone");
    assertThat(fake.script().requests(VersionRequest.class)).hasSize(2);
  }

  @Test
  void aDelayedCallGoesOnWhenItsTimeHasCome() throws Exception {
    proxy.rules().always("Version", new ProxyAction.Delay(Duration.ofMinutes(1)));
    CompletableFuture<Boolean> done = inBackground(this::version);
    CriRuntimeContract.eventually(() -> timers.pending() == 1);
    assertThat(done).isNotDone();

    timers.advance(Duration.ofMinutes(1));

    assertThat(done.get(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aHangingCallEndsAtTheDeadlineAndNeverReachesTheRuntime() {
    proxy.rules().always("Version", new ProxyAction.Hang());
    try (CriClient hasty = client(Duration.ofMillis(200))) {
      VersionRequest request = VersionRequest.getDefaultInstance();
      assertThat(failure(() -> hasty.version(request)).kind()).isEqualTo(Kind.TIMEOUT);
    }
    assertThat(fake.script().calls()).isEmpty();
  }

  @Test
  void aDroppedReplyIsLostThoughTheRuntimeDidTheWork() {
    proxy.rules().onCall("RunPodSandbox", 1, new ProxyAction.DropReply());

    CriException failure = failure(() -> new CriPod(client, Pods.sandbox("pod")));

    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(sandboxes()).isEqualTo(1);
  }

  @Test
  void aHeldReplyNeverComesThoughTheRuntimeDidTheWork() {
    proxy.rules().onCall("RunPodSandbox", 1, new ProxyAction.HoldReply());
    try (CriClient hasty = client(Duration.ofMillis(150))) {
      assertThat(failure(() -> new CriPod(hasty, Pods.sandbox("pod"))).kind())
          .isEqualTo(Kind.TIMEOUT);
    }
    assertThat(sandboxes()).isEqualTo(1);
  }

  @Test
  void whatTheRuntimeHasBegunIsFinishedWithoutTheAgent() {
    Semaphore go = new Semaphore(0);
    fake.script().before("RunPodSandbox", () -> await(go));
    proxy.rules().always("RunPodSandbox", new ProxyAction.Finish());
    try (CriClient hasty = client(Duration.ofMillis(150))) {
      assertThat(failure(() -> new CriPod(hasty, Pods.sandbox("pod"))).kind())
          .isEqualTo(Kind.TIMEOUT);
    }
    go.release();
    CriRuntimeContract.eventually(() -> sandboxes() == 1);
  }

  @Test
  void aTaskRunsBeforeOrAfterTheWorkOfTheRuntime() {
    List<Integer> seen = new CopyOnWriteArrayList<>();
    proxy
        .rules()
        .onCall("RunPodSandbox", 1, new ProxyAction.RunBefore(() -> seen.add(sandboxes())));
    proxy.rules().onCall("RunPodSandbox", 2, new ProxyAction.RunAfter(() -> seen.add(sandboxes())));

    new CriPod(client, Pods.sandbox("first")).stop();
    new CriPod(client, Pods.sandbox("second")).stop();

    assertThat(seen).containsExactly(0, 2);
  }

  @Test
  void callsAreToldApartByWhatTheirRequestsSay() {
    proxy
        .rules()
        .mentioning("RunPodSandbox", "unlucky", new ProxyAction.Fail(Status.RESOURCE_EXHAUSTED));

    assertThat(new CriPod(client, Pods.sandbox("lucky")).id()).isNotEmpty();
    assertThat(failure(() -> new CriPod(client, Pods.sandbox("unlucky"))).kind())
        .isEqualTo(Kind.EXHAUSTED);
  }

  @Test
  void aStepIsACallOfAnyName() {
    proxy.rules().onStep(2, new ProxyAction.Fail(Status.UNAVAILABLE));
    version();

    assertThat(failure(() -> new CriPod(client, Pods.sandbox("pod"))).kind())
        .isEqualTo(Kind.UNAVAILABLE);
    assertThat(proxy.rules().steps()).isEqualTo(2);
    version();
  }

  @Test
  void aStreamBreaksAfterSoManyAnswers() {
    proxy.rules().always("GetContainerEvents", new ProxyAction.BreakAfter(1));
    try (CriEvents events = client.containerEvents()) {
      CompletableFuture<Boolean> subscribed =
          inBackground(() -> assertThat(events.next()).isNotNull());
      CriRuntimeContract.eventually(() -> fake.events().subscribers() == 1);
      assertThat(new CriPod(fake, Pods.sandbox("pod")).id()).isNotEmpty();

      assertThat(subscribed).succeedsWithin(Duration.ofSeconds(10));
      assertThat(failure(events::next).kind()).isEqualTo(Kind.UNAVAILABLE);
    }
  }

  @Test
  void theRuntimeMayComeBackBehindTheProxy() {
    version();
    server.close();
    assertThat(failure(this::version).kind()).isEqualTo(Kind.UNAVAILABLE);

    server = new CriServer(fake, server.endpoint().path());

    version();
  }

  private CriClient client(Duration timeout) {
    return new CriClient(proxy.endpoint(), proxy.endpoint(), timeout, CriCalls.UNHEARD);
  }

  private void version() {
    client.version(VersionRequest.getDefaultInstance());
  }

  private int sandboxes() {
    return fake.listPodSandbox(ListPodSandboxRequest.getDefaultInstance()).getItemsCount();
  }

  private static CompletableFuture<Boolean> inBackground(Runnable task) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              task.run();
              done.complete(true);
            });
    return done;
  }

  /** Fails the call when the runtime hears that nobody waits for it any more. */
  private static void await(Semaphore go) {
    try {
      go.acquire();
    } catch (InterruptedException e) {
      throw new CriException(Kind.CANCELLED, "RunPodSandbox", "told to stop");
    }
  }

  private static CriException failure(ThrowingCallable call) {
    return assertThatExceptionOfType(CriException.class).isThrownBy(call).actual();
  }
}
