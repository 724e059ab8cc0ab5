package dev.jubelet.probe.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.protobuf.ByteString;
import dev.jubelet.api.cri.ExecSyncRequest;
import dev.jubelet.api.cri.ExecSyncResponse;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.ContainerKind;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.probe.FakeContainer;
import dev.jubelet.probe.net.LoopbackServer;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LifecycleBuilder;
import io.fabric8.kubernetes.api.model.LifecycleHandler;
import io.fabric8.kubernetes.api.model.LifecycleHandlerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Section 9 of the life-cycle rules. */
@Rule("9.3")
final class HookRunnerTest {
  private static final HookOutcome DONE = new HookOutcome.Done();
  private static final String NAME = "Container \"app\" in Pod \"web_default(u1)\"";

  private final SystemTimers timers = new SystemTimers();
  private final FakeCri cri = new FakeCri(timers, FakeProfile.complete());
  private final List<NodeEvent> events = new CopyOnWriteArrayList<>();
  private final AtomicInteger fallBacks = new AtomicInteger();
  private final AtomicInteger brokenSleeps = new AtomicInteger();
  private final HookRunner hooks = new HookRunner(cri, timers, events::add, new CountingListener());
  private final String id = FakeContainer.launch(cri, "app");
  private final Pod pod =
      new PodBuilder()
          .withNewMetadata()
          .withName("web")
          .withNamespace("default")
          .withUid("u1")
          .endMetadata()
          .build();

  /** Counts what it is told. */
  private final class CountingListener implements HookListener {
    @Override
    public void fellBackToHttp() {
      fallBacks.incrementAndGet();
    }

    @Override
    public void sleepBrokenOff() {
      brokenSleeps.incrementAndGet();
    }
  }

  @AfterEach
  void close() {
    timers.close();
  }

  @Test
  void aContainerWithoutHooksIsDoneAtOnce() {
    ContainerSpec bare = new ContainerSpec(new Container(), ContainerKind.REGULAR);
    assertThat(hooks.postStart(pod, bare, id, List.of())).isEqualTo(DONE);
    assertThat(hooks.preStop(pod, bare, id, List.of())).isEqualTo(DONE);
  }

  @Test
  void aCommandRunsAsWrittenWithoutATimeout() {
    assertThat(postStart(exec())).isEqualTo(DONE);
    assertThat(cri.script().requests(ExecSyncRequest.class))
        .containsExactly(
            ExecSyncRequest.newBuilder().setContainerId(id).addCmd("do").addCmd("$(IT)").build());
  }

  @Test
  void aCommandThatFailsIsToldInUpstreamsWords() {
    cri.streams()
        .commands(
            request ->
                ExecSyncResponse.newBuilder()
                    .setExitCode(2)
                    .setStderr(ByteString.copyFromUtf8("bad"))
                    .build());
    assertThat(preStop(exec()))
        .isEqualTo(
            new HookOutcome.Failed(
                "Exec lifecycle hook ([do $(IT)]) for "
                    + NAME
                    + " failed - error: command 'do $(IT)' exited with 2: bad, message: \"bad\""));
  }

  @Test
  void aRuntimeThatIsAwayFailsTheHook() {
    cri.script().fail("ExecSync", 1, CriException.Kind.UNAVAILABLE, "gone");
    assertThat(postStart(exec()))
        .isInstanceOfSatisfying(
            HookOutcome.Failed.class,
            failed -> assertThat(failed.message()).contains("code = Unavailable desc = gone"));
  }

  @Test
  void anInterruptBreaksACommandOff() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    cri.script()
        .before(
            "ExecSync",
            () -> {
              begun.countDown();
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CriException(CriException.Kind.CANCELLED, "ExecSync", "interrupted");
              }
            });
    assertThat(interrupted(exec(), begun)).isInstanceOf(HookOutcome.Failed.class);
  }

  @Test
  void anyAnswerIsAGoodOne() throws IOException {
    try (LoopbackServer server =
        LoopbackServer.plain(LoopbackServer.always("HTTP/1.1 500 No\r\n\r\n"))) {
      assertThat(postStart(http(server, "HTTP"))).isEqualTo(DONE);
      assertThat(server.heads().getFirst())
          .startsWith("GET /hook HTTP/1.1\r\n")
          .contains("User-Agent: kube-lifecycle/1.36\r\n");
    }
  }

  @Test
  void aBrokenConnectionFailsTheHook() throws IOException {
    try (LoopbackServer server = LoopbackServer.plain((head, socket) -> {})) {
      assertThat(postStart(http(server, "HTTP")))
          .isEqualTo(
              new HookOutcome.Failed(
                  "HTTP lifecycle hook (/hook) for %s failed - error: Get \"http://127.0.0.1:%d/hook\": EOF"
                      .formatted(NAME, server.port())));
    }
  }

  @Test
  void aServerWithoutTlsIsAskedAgainWithoutIt() throws IOException {
    try (LoopbackServer server =
        LoopbackServer.plain(LoopbackServer.always("HTTP/1.1 400 Bad Request\r\n\r\n"))) {
      assertThat(postStart(http(server, "HTTPS"))).isEqualTo(DONE);
      assertThat(server.heads()).hasSize(2);
      assertThat(server.heads().getLast()).contains("X-Kept: yes").doesNotContain("Authorization");
      assertThat(events)
          .extracting(NodeEvent::reason, NodeEvent::message)
          .containsExactly(
              tuple(
                  "LifecycleHTTPFallback",
                  "request to HTTPS lifecycle hook 127.0.0.1:%d got HTTP response, retry with HTTP succeeded"
                      .formatted(server.port())));
      assertThat(fallBacks).hasValue(1);
    }
  }

  @Test
  void anInterruptBreaksARequestOff() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    try (LoopbackServer server =
        LoopbackServer.plain(
            (head, socket) -> {
              begun.countDown();
              never.await();
            })) {
      assertThat(interrupted(http(server, "HTTP"), begun)).isInstanceOf(HookOutcome.Failed.class);
    }
  }

  @Test
  void aSleepLastsAsLongAsItSays() {
    assertThat(postStart(sleep(0))).isEqualTo(DONE);
    assertThat(preStop(sleep(1))).isEqualTo(DONE);
    assertThat(brokenSleeps).hasValue(0);
  }

  @Test
  void anInterruptBreaksASleepOff() throws Exception {
    assertThat(interrupted(sleep(3600), new CountDownLatch(0)))
        .isEqualTo(
            new HookOutcome.Failed(
                "Sleep lifecycle hook (3600) for "
                    + NAME
                    + " failed - error: container terminated before sleep hook finished"));
    assertThat(brokenSleeps).hasValue(1);
  }

  /** What becomes of a hook whose thread is interrupted once it has begun. */
  private HookOutcome interrupted(LifecycleHandler handler, CountDownLatch begun) throws Exception {
    CompletableFuture<HookOutcome> outcome = new CompletableFuture<>();
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread waiting =
        Thread.ofVirtual()
            .start(
                () -> {
                  outcome.complete(preStop(handler));
                  interrupted.complete(Thread.currentThread().isInterrupted());
                });
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
    waiting.interrupt();
    HookOutcome found = outcome.get(20, TimeUnit.SECONDS);
    assertThat(interrupted.get(20, TimeUnit.SECONDS)).as("the interrupt stays set").isTrue();
    return found;
  }

  @Test
  void aTcpHookIsNotAHook() {
    LifecycleHandler tcp =
        new LifecycleHandlerBuilder()
            .withNewTcpSocket()
            .withPort(new IntOrString(80))
            .endTcpSocket()
            .build();
    assertThat(postStart(tcp))
        .isEqualTo(
            new HookOutcome.Failed(
                "Cannot run handler: invalid handler: tcpSocket is not supported"));
  }

  private HookOutcome postStart(LifecycleHandler handler) {
    return hooks.postStart(pod, spec(handler), id, List.of("127.0.0.1"));
  }

  private HookOutcome preStop(LifecycleHandler handler) {
    return hooks.preStop(pod, spec(handler), id, List.of("127.0.0.1"));
  }

  private static ContainerSpec spec(LifecycleHandler handler) {
    Container container =
        new ContainerBuilder()
            .withName("app")
            .withLifecycle(
                new LifecycleBuilder().withPostStart(handler).withPreStop(handler).build())
            .build();
    return new ContainerSpec(container, ContainerKind.REGULAR);
  }

  private static LifecycleHandler exec() {
    return new LifecycleHandlerBuilder().withNewExec().withCommand("do", "$(IT)").endExec().build();
  }

  private static LifecycleHandler sleep(long seconds) {
    return new LifecycleHandlerBuilder().withNewSleep(seconds).build();
  }

  private static LifecycleHandler http(LoopbackServer server, String scheme) {
    return new LifecycleHandlerBuilder()
        .withNewHttpGet()
        .withPath("/hook")
        .withPort(new IntOrString(server.port()))
        .withScheme(scheme)
        .addNewHttpHeader("Authorization", "secret")
        .addNewHttpHeader("X-Kept", "yes")
        .endHttpGet()
        .build();
  }
}
