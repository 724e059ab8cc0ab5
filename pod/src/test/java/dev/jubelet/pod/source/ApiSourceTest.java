package dev.jubelet.pod.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.model.SourceSnapshot;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ApiSourceTest {
  private final List<SourceSnapshot> snapshots = new ArrayList<>();
  private final List<String> changed = new ArrayList<>();
  private final ApiSource source =
      new ApiSource(snapshots::add, pod -> changed.add(pod.getMetadata().getUid()));

  @Test
  void nothingIsWantedBeforeTheFirstWholeList() {
    source.lost(new ApiException(ApiException.Kind.UNAVAILABLE, "away"));
    assertThat(snapshots).isEmpty();
    source.replaced(List.of(), "5");
    assertThat(snapshots).containsExactly(new SourceSnapshot(SourceKind.API, List.of()));
  }

  @Test
  void everyChangeMakesAWholeSnapshot() {
    source.replaced(List.of(pod("a")), "5");
    source.changed(new WatchEvent.Added<>(pod("b"), "6"));
    source.changed(new WatchEvent.Deleted<>(pod("a"), "7"));
    assertThat(uids())
        .containsExactly(List.of("uid-a"), List.of("uid-a", "uid-b"), List.of("uid-b"));
    assertThat(changed).containsExactly("uid-a", "uid-b", "uid-a");
    assertThat(source.version()).isEqualTo("7");
  }

  @Test
  void whenTheServerIsLostEverythingStaysAsItWas() {
    source.replaced(List.of(pod("a")), "5");
    source.lost(new ApiException(ApiException.Kind.UNAVAILABLE, "away"));
    assertThat(snapshots).hasSize(1);
    assertThat(source.find(new PodUid("uid-a"))).isPresent();
  }

  @Test
  void aNewListTellsWhatWentMeanwhile() {
    source.replaced(List.of(pod("a"), pod("b")), "5");
    changed.clear();
    source.replaced(List.of(pod("b")), "9");
    assertThat(uids().getLast()).containsExactly("uid-b");
    assertThat(changed).containsExactly("uid-a", "uid-b");
  }

  @Test
  void anotherPodOfTheSameNameFollowsTheFirstEvenWhenItsEndWasNotSeen() {
    source.replaced(List.of(pod("a")), "5");
    Pod second = new PodBuilder(pod("a")).editMetadata().withUid("uid-2").endMetadata().build();
    source.changed(new WatchEvent.Modified<>(second, "8"));
    assertThat(uids()).containsExactly(List.of("uid-a"), List.of(), List.of("uid-2"));
  }

  @Test
  void mirrorPodsAreKnownButNotWanted() {
    Pod mirror =
        new PodBuilder(pod("m"))
            .editMetadata()
            .addToAnnotations(Annotations.MIRROR, "hash")
            .endMetadata()
            .build();
    source.replaced(List.of(mirror, pod("a")), "5");
    source.changed(new WatchEvent.Modified<>(mirror, "6"));
    assertThat(uids()).containsExactly(List.of("uid-a"));
    assertThat(source.mirror(PodKey.of(mirror))).contains(mirror);
    assertThat(source.mirror(PodKey.of(pod("a")))).isEmpty();
    assertThat(changed).containsExactly("uid-m", "uid-a", "uid-m");
  }

  @ParameterizedTest
  @ValueSource(strings = {"uid", "name", "namespace", "spec"})
  void aListWithSomethingThatIsNoPodChangesNothing(String missing) {
    source.replaced(List.of(pod("a")), "5");
    Pod broken = new PodBuilder(pod("b")).build();
    Consumer<Pod> spoil =
        switch (missing) {
          case "uid" -> pod -> pod.getMetadata().setUid(null);
          case "name" -> pod -> pod.getMetadata().setName("");
          case "namespace" -> pod -> pod.getMetadata().setNamespace(null);
          default -> pod -> pod.setSpec(null);
        };
    spoil.accept(broken);
    assertThatThrownBy(() -> source.replaced(List.of(broken), "6"))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(ApiException.Kind.UNREADABLE));
    assertThat(snapshots).hasSize(1);
    assertThat(source.find(new PodUid("uid-a"))).isPresent();
  }

  private List<List<String>> uids() {
    return snapshots.stream()
        .map(s -> s.pods().stream().map(pod -> pod.getMetadata().getUid()).toList())
        .toList();
  }

  private static Pod pod(String name) {
    return Pods.pod(name).container("main").build();
  }
}
