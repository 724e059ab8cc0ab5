package dev.jubelet.pod.mirror;

import static dev.jubelet.pod.mirror.StaticPods.key;
import static dev.jubelet.pod.mirror.StaticPods.mirror;
import static dev.jubelet.pod.mirror.StaticPods.staticPod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MirrorRulesTest {
  private static final MirrorAction DELETE = new MirrorAction.Delete(key("a"), new PodUid("m1"));

  @Test
  void aMirrorIsTheStaticPodOwnedByTheNode() {
    Pod pod = staticPod("a", "v1");
    List<MirrorAction> moves = moves(wanted(pod));
    assertThat(moves).hasSize(1);
    Pod mirror = ((MirrorAction.Create) moves.getFirst()).mirror();
    assertThat(mirror.getSpec()).isEqualTo(pod.getSpec());
    assertThat(mirror.getStatus()).isNull();
    assertThat(mirror.getMetadata().getUid()).isNull();
    assertThat(mirror.getMetadata().getName()).isEqualTo("a");
    assertThat(mirror.getMetadata().getLabels()).containsEntry("app", "a");
    assertThat(mirror.getMetadata().getAnnotations())
        .containsEntry(Annotations.MIRROR, "v1")
        .containsEntry(Annotations.HASH, "v1");
    OwnerReference owner = mirror.getMetadata().getOwnerReferences().getFirst();
    assertThat(owner.getKind()).isEqualTo("Node");
    assertThat(owner.getName()).isEqualTo("node");
    assertThat(owner.getUid()).isEqualTo("node-uid");
    assertThat(owner.getController()).isTrue();
    assertThat(owner.getBlockOwnerDeletion()).isNull();
  }

  @Test
  void noMirrorIsMadeBeforeTheNodeIsRegistered() {
    MirrorInput input =
        new MirrorInput(List.of(staticPod("a", "v1")), Set.of(), true, Optional.empty());
    assertThat(moves(input)).isEmpty();
  }

  @Test
  void aMirrorThatFitsStays() {
    assertThat(moves(wanted(staticPod("a", "v1")), mirror("a", "v1", "m1"))).isEmpty();
  }

  @Test
  void aMirrorOfAnotherVersionIsReplaced() {
    assertThat(moves(wanted(staticPod("a", "v2")), mirror("a", "v1", "m1")))
        .hasSize(2)
        .startsWith(DELETE)
        .last()
        .isInstanceOf(MirrorAction.Create.class);
  }

  @Test
  void aMirrorThatSomebodyDeletesIsReplaced() {
    Pod dying =
        new PodBuilder(mirror("a", "v1", "m1"))
            .editMetadata()
            .withDeletionTimestamp("2026-01-01T00:00:00Z")
            .endMetadata()
            .build();
    assertThat(moves(wanted(staticPod("a", "v1")), dying)).hasSize(2).startsWith(DELETE);
  }

  @Test
  void aMirrorWithoutAStaticPodGoesOnlyWhenAllStaticPodsAreKnown() {
    MirrorInput complete = new MirrorInput(List.of(), Set.of(), true, Optional.empty());
    MirrorInput incomplete = new MirrorInput(List.of(), Set.of(), false, Optional.empty());
    assertThat(moves(complete, mirror("a", "v1", "m1"))).containsExactly(DELETE);
    assertThat(moves(incomplete, mirror("a", "v1", "m1"))).isEmpty();
  }

  @Test
  void whileAStaticPodEndsItsMirrorStaysEvenWhenTheNextVersionWaits() {
    MirrorInput ending =
        new MirrorInput(
            List.of(staticPod("a", "v2")), Set.of(key("a")), true, Optional.of("node-uid"));
    assertThat(moves(ending, mirror("a", "v1", "m1"))).isEmpty();
    assertThat(moves(ending)).isEmpty();
  }

  private static MirrorInput wanted(Pod... pods) {
    return new MirrorInput(List.of(pods), Set.of(), true, Optional.of("node-uid"));
  }

  private static List<MirrorAction> moves(MirrorInput input, Pod... mirrors) {
    return MirrorRules.moves(input, List.of(mirrors), "node");
  }
}
