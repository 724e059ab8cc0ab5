package dev.jubelet.testing.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiException.Kind;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.WatchStream;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class FakePodsTest {
  private final FakePods server = new FakePods();

  @Test
  void everyChangeHasANewVersionAndEveryPodItsUid() {
    Pod first = server.create(pod("a"));
    Pod second = server.create(pod("b"));
    assertThat(first.getMetadata().getUid()).isNotEqualTo(second.getMetadata().getUid());
    Pod patched = server.patchStatus("ns", "a", json("{'status':{'phase':'Running'}}"));
    assertThat(version(patched)).isGreaterThan(version(second));
    Pod again = server.patchStatus("ns", "a", json("{'status':{'phase':'Running'}}"));
    assertThat(version(again)).isEqualTo(version(patched));
  }

  @Test
  void preconditionsHold() {
    String uid = server.create(pod("a")).getMetadata().getUid();
    assertKind(Kind.ALREADY_EXISTS, () -> server.create(pod("a")));
    assertKind(
        Kind.CONFLICT, () -> server.patchStatus("ns", "a", json("{'metadata':{'uid':'x'}}")));
    assertKind(
        Kind.CONFLICT,
        () -> server.patchStatus("ns", "a", json("{'metadata':{'resourceVersion':'1'}}")));
    assertKind(Kind.CONFLICT, () -> server.delete("ns", "a", "x", 0));
    server.delete("ns", "a", uid, 0);
    assertKind(Kind.NOT_FOUND, () -> server.get("ns", "a"));
    assertKind(Kind.NOT_FOUND, () -> server.delete("ns", "a", uid, 0));
  }

  @Test
  void conditionsAreMergedAndAddressesReplacedWhenAsked() {
    server.create(
        new PodBuilder(pod("a"))
            .withNewStatus()
            .addNewPodIP("1.1.1.1")
            .addNewCondition()
            .withType("Mine")
            .withStatus("True")
            .endCondition()
            .addNewCondition()
            .withType("Old")
            .withStatus("True")
            .endCondition()
            .endStatus()
            .build());
    Pod patched =
        server.patchStatus(
            "ns",
            "a",
            json(
                "{'status':{'podIPs':[{'ip':'2.2.2.2'},{'$patch':'replace'}],"
                    + "'$setElementOrder/conditions':[{'type':'New'},{'type':'Mine'}],"
                    + "'conditions':[{'type':'Mine','status':'False'},{'type':'New','status':'True'},"
                    + "{'type':'Old','$patch':'delete'}]}}"));
    assertThat(patched.getStatus().getConditions())
        .extracting(PodCondition::getType)
        .containsExactly("New", "Mine");
    assertThat(patched.getStatus().getConditions().getLast().getStatus()).isEqualTo("False");
    assertThat(patched.getStatus().getPodIPs()).hasSize(1);
    assertThat(patched.getStatus().getPodIPs().getFirst().getIp()).isEqualTo("2.2.2.2");
  }

  @Test
  void aWatchTellsWhatCameAfterItsVersion() {
    server.create(pod("a"));
    String version = server.list(ListRequest.NEWEST).resourceVersion();
    server.create(pod("b"));
    try (WatchStream<Pod> watch = server.watch(version, Duration.ofMinutes(5))) {
      server.end("ns", "a", 30);
      server.end("ns", "a", 0);
      assertThat(watch.next()).isInstanceOf(WatchEvent.Added.class);
      assertThat(watch.next()).isInstanceOf(WatchEvent.Modified.class);
      assertThat(watch.next()).isInstanceOf(WatchEvent.Deleted.class);
    }
  }

  @Test
  void whileItIsAwayEverythingFailsAndWatchesBreak() {
    try (WatchStream<Pod> watch = server.watch("1", Duration.ofMinutes(5))) {
      server.goAway();
      assertKind(Kind.UNAVAILABLE, watch::next);
      assertKind(Kind.UNAVAILABLE, () -> server.create(pod("a")));
      server.comeBack();
      server.create(pod("a"));
    }
  }

  private static void assertKind(Kind kind, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }

  private static long version(Pod pod) {
    return Long.parseLong(pod.getMetadata().getResourceVersion());
  }

  private static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }

  private static ObjectNode json(String text) {
    try {
      return (ObjectNode) new ObjectMapper().readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
