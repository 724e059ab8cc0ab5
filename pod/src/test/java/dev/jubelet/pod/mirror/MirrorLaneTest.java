package dev.jubelet.pod.mirror;

import static dev.jubelet.pod.mirror.StaticPods.key;
import static dev.jubelet.pod.mirror.StaticPods.staticPod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.testing.apiserver.FakePods;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class MirrorLaneTest {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(2);
  private static final Mirrors UNKNOWN = new Mirrors(List.of(), "");

  private final ManualTimers timers = new ManualTimers();
  private final FakePods server = new FakePods();
  private volatile MirrorInput input = input(staticPod("a", "v1"));
  private volatile Mirrors told = new Mirrors(List.of(), "1");
  private final MirrorLane lane =
      new MirrorLane(new Calls(), () -> input, () -> told, "node", timers);

  private final class Calls implements MirrorApi {
    @Override
    public Pod create(Pod mirror) {
      return server.create(mirror);
    }

    @Override
    public void delete(PodKey key, PodUid uid) {
      server.delete(key.namespace(), key.name(), uid.value(), 0);
    }
  }

  @AfterEach
  void end() {
    lane.close();
  }

  @Test
  void aMirrorIsMadeOnceThoughTheWatchIsLate() {
    lane.wake();
    await(() -> hash().equals("v1"));
    wakeAndSettle();
    see();
    wakeAndSettle();
    assertThat(server.calls("create")).hasSize(1);
    assertThat(server.calls("delete")).isEmpty();
  }

  @Test
  void nothingHappensBeforeTheFirstList() {
    told = UNKNOWN;
    wakeAndSettle();
    assertThat(server.calls(call -> true)).isEmpty();
  }

  @Test
  void aMirrorThatSomebodyDeletesComesBack() {
    make();
    server.end("ns", "a", 0);
    see();
    await(() -> hash().equals("v1"));
    assertThat(server.calls("create")).hasSize(2);
  }

  @Test
  void aMirrorThatSomebodyDeletesGracefullyComesBackAtOnce() {
    make();
    server.end("ns", "a", 30);
    see();
    await(() -> server.calls("create").size() == 2);
    assertThat(server.find("ns", "a"))
        .hasValueSatisfying(
            mirror -> assertThat(mirror.getMetadata().getDeletionTimestamp()).isNull());
  }

  @Test
  void aNewVersionHasANewMirror() {
    make();
    input = input(staticPod("a", "v2"));
    lane.wake();
    await(() -> hash().equals("v2"));
  }

  @Test
  void theMirrorGoesWithTheStaticPod() {
    make();
    input = new MirrorInput(List.of(), Set.of(key("a")), true, Optional.of("node-uid"));
    wakeAndSettle();
    assertThat(server.find("ns", "a")).isPresent();
    input = input();
    lane.wake();
    await(() -> server.find("ns", "a").isEmpty());
    wakeAndSettle();
    assertThat(server.calls("delete")).hasSize(1);
  }

  @Test
  void aPodThatHasTakenTheNameIsLeftAloneUntilItGoes() {
    Pod other =
        new PodBuilder(staticPod("a", "x"))
            .editMetadata()
            .removeFromAnnotations(Annotations.HASH)
            .endMetadata()
            .build();
    server.put(other);
    lane.wake();
    await(() -> timers.pending() == 1);
    assertThat(server.calls("delete")).isEmpty();
    server.end("ns", "a", 0);
    timers.advance(Duration.ofSeconds(1));
    await(() -> hash().equals("v1"));
  }

  @Test
  void whatFailsIsTriedAgainAndHoldsUpNoOther() {
    server.trouble(
        call -> {
          if (call.name().equals("ns/a")) {
            throw new ApiException(ApiException.Kind.FORBIDDEN, "no");
          }
        });
    input = input(staticPod("a", "v1"), staticPod("b", "v1"));
    lane.wake();
    await(() -> server.find("ns", "b").isPresent());
    await(() -> timers.pending() == 1);
    server.calm();
    timers.advance(Duration.ofSeconds(1));
    await(() -> hash().equals("v1"));
  }

  @Test
  void whileNotAllStaticPodsMayBeKnownItLooksAgain() {
    server.put(StaticPods.mirror("a", "v1", "m1"));
    see();
    input = new MirrorInput(List.of(), Set.of(), false, Optional.of("node-uid"));
    lane.wake();
    await(() -> timers.pending() == 1);
    input = input();
    timers.advance(Duration.ofSeconds(2));
    await(() -> server.find("ns", "a").isEmpty());
  }

  private void make() {
    lane.wake();
    await(() -> hash().equals("v1"));
    see();
  }

  /** The watch catches up. */
  private void see() {
    told = new Mirrors(server.all(), server.list(ListRequest.NEWEST).resourceVersion());
    lane.wake();
  }

  private String hash() {
    return server
        .find("ns", "a")
        .map(pod -> pod.getMetadata().getAnnotations().getOrDefault(Annotations.MIRROR, ""))
        .orElse("");
  }

  private static MirrorInput input(Pod... statics) {
    return new MirrorInput(List.of(statics), Set.of(), true, Optional.of("node-uid"));
  }

  private void wakeAndSettle() {
    lane.wake();
    await(lane::isQuiet);
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
  }
}
