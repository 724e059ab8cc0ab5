package dev.jubelet.pod.pleg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.ContainerMetadata;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PodSandboxMetadata;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.MadePod;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.RuntimeChange;
import dev.jubelet.testing.cri.CriPod;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RuntimeWatcherTest {
  private static final String IMAGE = "registry.test/app:1";
  private static final PodUid UID = new PodUid("uid-1");
  private static final PodKey KEY = new PodKey("default", "web");
  private static final Duration NEVER = Duration.ofHours(1);
  private static final Duration SOON = Duration.ofMillis(20);

  private final SystemTimers timers = new SystemTimers();
  private final BlockingQueue<RuntimeChange> seen = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    timers.close();
  }

  @Test
  void eventsTellOfEveryPodWithoutAListing() throws Exception {
    FakeCri cri = fake(FakeProfile.containerd2());
    RuntimeWatcher watcher = start(cri, new RuntimeWatcher.Periods(NEVER, NEVER, NEVER));
    until(watcher::hasEventStream);
    CriPod pod = pod(cri);
    String container = pod.launch(container());
    assertThat(next().uid()).isEqualTo(UID);
    seen.clear();
    cri.exit(container, 3);
    assertThat(next()).satisfies(change -> assertThat(change.key()).isEqualTo(KEY));
    assertThat(watcher.missedEvents()).isZero();
    watcher.stop();
  }

  @Test
  void theAuditFindsAndCountsWhatTheStreamDidNotTell() throws Exception {
    FakeCri cri = fake(FakeProfile.containerd2());
    RuntimeWatcher watcher = start(cri, new RuntimeWatcher.Periods(SOON, SOON, SOON));
    until(watcher::hasEventStream);
    CriPod pod = pod(cri);
    String container = pod.launch(container());
    next();
    // The first listing after the stream has begun is no audit yet.
    long lists = lists(cri);
    until(() -> lists(cri) > lists + 2);
    cri.events().mute(true);
    cri.exit(container, 0);
    until(() -> watcher.missedEvents() > 0);
    watcher.stop();
  }

  @Test
  void withoutAStreamListingsFindTheChanges() throws Exception {
    FakeCri cri = fake(FakeProfile.containerd16());
    RuntimeWatcher watcher = start(cri, new RuntimeWatcher.Periods(NEVER, SOON, NEVER));
    CriPod pod = pod(cri);
    assertThat(next().gone()).isFalse();
    pod.stop();
    pod.remove();
    RuntimeChange last = next();
    while (!last.gone()) {
      last = next();
    }
    assertThat(watcher.hasEventStream()).isFalse();
    watcher.stop();
  }

  @Test
  void aRuntimeThatFailsForAWhileIsListedAgain() throws Exception {
    FakeCri cri = fake(FakeProfile.containerd16());
    RuntimeWatcher watcher = start(cri, new RuntimeWatcher.Periods(NEVER, SOON, NEVER));
    cri.script().fail("ListPodSandbox", 3, CriException.Kind.UNAVAILABLE, "away");
    pod(cri);
    assertThat(next().uid()).isEqualTo(UID);
    watcher.stop();
  }

  @Test
  void onlyListingsThatSucceedCount() {
    ManualTimers time = new ManualTimers();
    FakeCri cri = new FakeCri(time, FakeProfile.containerd16());
    RuntimeWatcher watcher =
        new RuntimeWatcher(
            cri, time, RuntimeWatcher.Periods.DEFAULT, seen::addAll, RuntimeWatchListener.UNHEARD);
    assertThat(watcher.sinceListed()).isEmpty();
    cri.script().fail("ListContainers", 1, CriException.Kind.UNAVAILABLE, "away");
    assertThatThrownBy(watcher::start).isInstanceOf(CriException.class);
    assertThat(watcher.sinceListed()).isEmpty();
    watcher.start();
    assertThat(watcher.sinceListed()).hasValue(Duration.ZERO);
    watcher.stop();
    time.advance(Duration.ofMinutes(4));
    assertThat(watcher.sinceListed()).hasValue(Duration.ofMinutes(4));
  }

  @Test
  void aReadingTakesOverWhatCannotHaveChanged() {
    FakeCri cri = fake(FakeProfile.containerd2());
    String container = pod(cri).launch(container());
    RuntimeReader reader = new RuntimeReader(cri, timers, RuntimeWatchListener.UNHEARD);
    ObservedPod first = reader.read(UID, KEY, null);
    cri.script().forget();
    ObservedPod second = reader.read(UID, KEY, first);
    assertThat(second.containers()).isEqualTo(first.containers());
    assertThat(cri.script().calls())
        .extracting(call -> call.rpc())
        .containsExactly("ListPodSandbox", "ListContainers");
    cri.exit(container, 7);
    ObservedPod third = reader.read(UID, KEY, second);
    assertThat(third.current("main").orElseThrow().exitCode()).isEqualTo(7);
  }

  @Test
  void aPodThatWasJustMadeIsReadWithoutAnyListing() {
    FakeCri cri = fake(FakeProfile.containerd2());
    String container = pod(cri).launch(container());
    RuntimeReader reader = new RuntimeReader(cri, timers, RuntimeWatchListener.UNHEARD);
    ObservedPod listed = reader.read(UID, KEY, null);
    String sandbox = listed.sandboxes().getFirst().id();
    cri.script().forget();

    ObservedPod made = reader.readMade(UID, KEY, new MadePod(sandbox, List.of(container)));

    assertThat(made.sandboxes()).isEqualTo(listed.sandboxes());
    assertThat(made.containers()).isEqualTo(listed.containers());
    assertThat(cri.script().calls())
        .extracting(call -> call.rpc())
        .containsExactly("ContainerStatus", "PodSandboxStatus");
    assertThat(reader.readMade(UID, KEY, new MadePod(sandbox, List.of("gone"))).containers())
        .isEmpty();
  }

  @Test
  void onlyARuntimeWhoseEventsAreReadIsKnownToHaveNothingOfAPod() {
    FakeCri cri = fake(FakeProfile.containerd2());
    RuntimeWatcher watcher = start(cri, new RuntimeWatcher.Periods(NEVER, NEVER, NEVER));
    assertThat(watcher.mayHave(UID)).isTrue(); // nothing was listed since the stream began
    until(() -> !watcher.mayHave(UID));
    assertThat(watcher.hasEventStream()).isTrue();
    pod(cri);
    until(() -> watcher.mayHave(UID));
    assertThat(watcher.mayHave(new PodUid("another"))).isFalse();
    watcher.stop();
  }

  @Test
  void aRuntimeWithoutEventsMayHaveAnything() {
    FakeCri cri = fake(FakeProfile.containerd16());
    RuntimeWatcher watcher = start(cri, new RuntimeWatcher.Periods(NEVER, SOON, NEVER));
    long lists = lists(cri);
    until(() -> lists(cri) > lists + 2);
    assertThat(watcher.mayHave(UID)).isTrue();
    watcher.stop();
  }

  private FakeCri fake(FakeProfile profile) {
    FakeCri cri = new FakeCri(timers, profile);
    cri.images().add(IMAGE);
    return cri;
  }

  private RuntimeWatcher start(FakeCri cri, RuntimeWatcher.Periods periods) {
    RuntimeWatcher watcher =
        new RuntimeWatcher(cri, timers, periods, seen::addAll, RuntimeWatchListener.UNHEARD);
    watcher.start();
    return watcher;
  }

  private static CriPod pod(FakeCri cri) {
    return new CriPod(
        cri,
        PodSandboxConfig.newBuilder()
            .setMetadata(
                PodSandboxMetadata.newBuilder()
                    .setName(KEY.name())
                    .setNamespace(KEY.namespace())
                    .setUid(UID.value()))
            .putAllLabels(labels())
            .build());
  }

  private static ContainerConfig container() {
    return ContainerConfig.newBuilder()
        .setMetadata(ContainerMetadata.newBuilder().setName("main"))
        .setImage(ImageSpec.newBuilder().setImage(IMAGE))
        .putAllLabels(labels())
        .build();
  }

  private static Map<String, String> labels() {
    return Map.of(
        Annotations.POD_UID,
        UID.value(),
        Annotations.POD_NAMESPACE,
        KEY.namespace(),
        Annotations.POD_NAME,
        KEY.name());
  }

  private RuntimeChange next() throws InterruptedException {
    RuntimeChange change = seen.poll(20, TimeUnit.SECONDS);
    assertThat(change).isNotNull();
    return Objects.requireNonNull(change);
  }

  private static long lists(FakeCri cri) {
    return cri.script().calls().stream().filter(c -> c.rpc().equals("ListPodSandbox")).count();
  }

  private static void until(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.yield();
    }
  }
}
