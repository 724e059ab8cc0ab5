package dev.jubelet.it.apiserver;

import static dev.jubelet.it.apiserver.ApiLink.CONFIG_MAPS;
import static dev.jubelet.it.apiserver.ApiLink.PODS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiException.Kind;
import dev.jubelet.edge.apiserver.Deletion;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.WatchStream;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.watch.Reflector;
import dev.jubelet.testing.apiserver.StallingProxy;
import dev.jubelet.testing.lab.ControlPlane;
import dev.jubelet.testing.lab.NeedsControlPlane;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a node sees of its pods while the way to the API server, or the server, goes bad. */
@NeedsControlPlane
class BadConnectionIT {
  private static final String NAMESPACE = "default";
  private static final Duration SOON = Duration.ofSeconds(20);

  private final ControlPlane plane;
  private final SystemTimers timers = new SystemTimers();
  private final HurriedTimers hurried = new HurriedTimers();
  private final StallingProxy proxy;
  private final ApiLink straight;
  private final ApiLink proxied;
  private final SeenPods seen = new SeenPods();
  private final AtomicInteger opened = new AtomicInteger();

  BadConnectionIT(ControlPlane shared) {
    plane = shared;
    proxy = new StallingProxy(plane.server().getPort());
    straight = new ApiLink(Kubeconfig.read(plane.adminKubeconfig()), timers);
    proxied = new ApiLink(ApiLink.throughPort(plane.adminKubeconfig(), proxy.port()), hurried);
  }

  @AfterEach
  void close() {
    for (Pod pod : straight.client().list(podsHere(), ListRequest.NEWEST).items()) {
      delete(pod.getMetadata().getName());
    }
    proxied.close();
    straight.close();
    proxy.close();
    hurried.close();
    timers.close();
  }

  private static Selection<Pod> podsHere() {
    return new Selection<>(PODS, NAMESPACE, "", "");
  }

  private void create(String name) {
    straight.client().create(PODS, NAMESPACE, ApiClientIT.pod(name));
  }

  private void delete(String name) {
    straight.client().delete(PODS.object(NAMESPACE, name), Deletion.PLAIN.within(0));
  }

  private void awaitSeen(String... names) {
    await().atMost(SOON).untilAsserted(() -> assertThat(seen.names()).isEqualTo(Set.of(names)));
  }

  @Test
  void aWatcherSeesAllThatHappensOnOneConnection() {
    create("a");
    try (Reflector<Pod> reflector = proxied.reflector(NAMESPACE, seen)) {
      reflector.start();
      awaitSeen("a");
      create("b");
      delete("a");
      awaitSeen("b");

      for (int i = 0; i < 5; i++) {
        proxied.client().list(podsHere(), ListRequest.NEWEST);
      }
    }
    assertThat(seen.losses()).isEmpty();
    assertThat(proxy.accepted()).isEqualTo(1);
  }

  @Test
  void nothingIsMissedWhenConnectionsAreCut() {
    try (Reflector<Pod> reflector = proxied.reflector(NAMESPACE, seen)) {
      reflector.start();
      awaitSeen();
      for (int i = 0; i < 5; i++) {
        create("p" + i);
        proxy.cut();
      }
      awaitSeen("p0", "p1", "p2", "p3", "p4");
    }
    assertThat(seen.lists()).as("watches went on where they were").hasSize(1);
  }

  @Test
  void aDeadConnectionIsNoticedAndLeft() {
    try (Reflector<Pod> reflector = proxied.reflector(NAMESPACE, seen)) {
      reflector.start();
      create("a");
      awaitSeen("a");
      proxy.stall();
      create("b");

      awaitSeen("a", "b");
    }
    assertThat(seen.losses()).contains(Kind.UNAVAILABLE);
  }

  @Test
  void watchesThatStartTogetherShareAConnection() throws Exception {
    // Time stands still, so that nobody goes before the first has its connection.
    try (ApiLink still =
        new ApiLink(
            ApiLink.throughPort(plane.adminKubeconfig(), proxy.port()), new ManualTimers())) {
      List<FutureTask<String>> watches = watches(6, still.client());
      awaitOpened(6);
      create("a");

      for (FutureTask<String> watch : watches) {
        assertThat(watch.get()).isEqualTo("a");
      }
      assertThat(proxy.accepted()).isEqualTo(1);
    }
  }

  /** Others speak on theirs, and a probe is answered: that must not vouch for the silent one. */
  @Test
  void aWatchThatIsAloneOnADeadConnectionIsCutOff() throws Exception {
    // A handshake so slow that nobody waits for it any more: each opens a connection of its own.
    proxy.delay(1000);
    List<FutureTask<String>> watches = watches(3, proxied.client());
    await().atMost(SOON).until(() -> proxy.accepted() == 3);
    proxy.delay(0);
    awaitOpened(3);
    proxy.stall(2);
    create("a");

    List<String> seenFirst = new ArrayList<>();
    for (FutureTask<String> watch : watches) {
      seenFirst.add(watch.get());
    }
    assertThat(seenFirst).contains(Kind.UNAVAILABLE.name()).doesNotContain(Kind.TIMEOUT.name());
  }

  private void awaitOpened(int count) {
    await().atMost(SOON).until(() -> opened.get() == count);
  }

  /** Watches that start at the same moment and tell the first thing that they see. */
  private List<FutureTask<String>> watches(int count, ApiClient client) {
    String version = straight.client().list(podsHere(), ListRequest.NEWEST).resourceVersion();
    List<FutureTask<String>> watches = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      watches.add(new FutureTask<>(() -> firstSeen(client, version)));
    }
    watches.forEach(Thread::startVirtualThread);
    return watches;
  }

  private String firstSeen(ApiClient client, String version) {
    try (WatchStream<Pod> stream = client.watch(podsHere(), version, Duration.ofMinutes(5))) {
      opened.incrementAndGet();
      return stream.next() instanceof WatchEvent.Added<Pod>(Pod pod, _)
          ? pod.getMetadata().getName()
          : "something else";
    } catch (ApiException e) {
      return e.kind().name();
    }
  }

  @Test
  void aHeartbeatLeavesADeadConnectionAtOnce() {
    ApiClient heartbeat = proxied.heartbeat(Duration.ofSeconds(10));
    heartbeat.list(podsHere(), ListRequest.NEWEST);
    proxy.stall();

    assertThatThrownBy(() -> heartbeat.list(podsHere(), ListRequest.NEWEST))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT));
    assertThat(heartbeat.list(podsHere(), ListRequest.NEWEST).items()).isEmpty();
    assertThat(proxy.accepted()).isEqualTo(2);
  }

  @Test
  void aListThatIsCutOffIsNeverTakenForAnEmptyOne() {
    for (int i = 0; i < 20; i++) {
      straight
          .client()
          .create(
              CONFIG_MAPS,
              NAMESPACE,
              new ConfigMapBuilder()
                  .withNewMetadata()
                  .withName("big" + i)
                  .endMetadata()
                  .addToData("k", "x".repeat(1000))
                  .build());
    }
    Selection<ConfigMap> all = new Selection<>(CONFIG_MAPS, NAMESPACE, "", "");
    int whole = straight.client().list(all, ListRequest.NEWEST).items().size();
    int refused = 0;
    int read = 0;
    for (long bytes = 200; bytes < 60_000 && read < 3; bytes += 1_700) {
      proxy.truncateAnswersAfter(bytes);
      try (ApiLink fresh =
          new ApiLink(ApiLink.throughPort(plane.adminKubeconfig(), proxy.port()), hurried)) {
        assertThat(fresh.client().list(all, ListRequest.NEWEST).items()).hasSize(whole);
        read++;
      } catch (ApiException e) {
        assertThat(e.kind()).isIn(Kind.UNAVAILABLE, Kind.UNREADABLE);
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(5);
    assertThat(read).isEqualTo(3);
  }

  @Test
  void aServerThatRestartsIsFoundAgain() {
    try (ControlPlane own = ControlPlane.start();
        ApiLink link = new ApiLink(Kubeconfig.read(own.adminKubeconfig()), timers);
        Reflector<Pod> reflector = link.reflector(NAMESPACE, seen)) {
      reflector.start();
      link.client().create(PODS, NAMESPACE, ApiClientIT.pod("before"));
      awaitSeen("before");
      own.stopServer();
      await().atMost(SOON).until(() -> !seen.losses().isEmpty());
      own.startServer();
      link.client().create(PODS, NAMESPACE, ApiClientIT.pod("after"));

      awaitSeen("before", "after");
    }
  }

  @Test
  void historyThatIsForgottenIsListedAnew() {
    try (ControlPlane own = ControlPlane.start();
        StallingProxy way = new StallingProxy(own.server().getPort());
        ApiLink direct = new ApiLink(Kubeconfig.read(own.adminKubeconfig()), timers);
        ApiLink link =
            new ApiLink(ApiLink.throughPort(own.adminKubeconfig(), way.port()), hurried);
        Reflector<Pod> reflector = link.reflector(NAMESPACE, seen)) {
      direct.client().create(PODS, NAMESPACE, ApiClientIT.pod("a"));
      String old = direct.client().list(podsHere(), ListRequest.NEWEST).resourceVersion();
      reflector.start();
      awaitSeen("a");
      way.refuse(true);
      way.cut();
      direct.client().delete(PODS.object(NAMESPACE, "a"), Deletion.PLAIN.within(0));
      direct.client().create(PODS, NAMESPACE, ApiClientIT.pod("b"));
      // A server that has just started knows of the past only what etcd still has.
      own.stopServer();
      own.compact();
      own.startServer();
      way.refuse(false);

      awaitSeen("b");
      assertThat(seen.losses()).contains(Kind.GONE);
      assertThat(seen.lists()).hasSize(2);
      assertGone(direct.client(), old);
    }
  }

  private static void assertGone(ApiClient client, String version) {
    assertThatThrownBy(
            () -> {
              try (WatchStream<Pod> stream =
                  client.watch(podsHere(), version, Duration.ofMinutes(5))) {
                stream.next();
              }
            })
        .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.GONE));
  }
}
