package dev.jubelet.pod.pleg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.RuntimeChange;
import dev.jubelet.pod.pleg.RuntimeView.Item;
import dev.jubelet.pod.pleg.RuntimeView.Seen;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RuntimeViewTest {
  private static final PodUid POD = new PodUid("p");
  private static final PodKey KEY = new PodKey("default", "p");
  private final RuntimeView view = new RuntimeView();

  @Test
  void theFirstListingTellsOfEveryPodOnce() {
    assertThat(
            view.listing(List.of(item("s", Seen.RUNNING), item("c", Seen.RUNNING)), at(1), false))
        .containsExactly(new RuntimeChange(POD, KEY, at(1), false));
  }

  @Test
  void aListingWithoutDifferencesTellsNothing() {
    view.listing(List.of(item("c", Seen.RUNNING)), at(1), false);
    assertThat(view.listing(List.of(item("c", Seen.RUNNING)), at(2), true)).isEmpty();
    assertThat(view.confirmMissed()).isEmpty();
  }

  @Test
  void whatVanishedIsTold() {
    view.listing(List.of(item("c", Seen.STOPPED)), at(1), false);
    assertThat(view.listing(List.of(), at(2), false))
        .containsExactly(new RuntimeChange(POD, KEY, at(2), true));
  }

  @Test
  void aDifferenceThatNoEventToldWasMissed() {
    view.listing(List.of(item("c", Seen.RUNNING)), at(1), false);
    assertThat(view.listing(List.of(item("c", Seen.STOPPED)), at(2), true)).hasSize(1);
    assertThat(view.confirmMissed()).extracting(Item::id).containsExactly("c");
    assertThat(view.confirmMissed()).isEmpty();
  }

  @Test
  void anEventThatWasOnlyLateWasNotMissed() {
    view.listing(List.of(item("c", Seen.RUNNING)), at(1), false);
    view.listing(List.of(item("c", Seen.STOPPED)), at(3), true);
    view.event("c", POD, KEY, Seen.STOPPED, at(2));
    assertThat(view.confirmMissed()).isEmpty();
  }

  @Test
  void anEventNewerThanTheListingWins() {
    view.event("c", POD, KEY, Seen.STOPPED, at(5));
    assertThat(view.listing(List.of(item("c", Seen.RUNNING)), at(4), true)).isEmpty();
    assertThat(view.listing(List.of(), at(4), true)).isEmpty();
    assertThat(view.confirmMissed()).isEmpty();
  }

  @Test
  void aRemovalEventFindsItsPodByWhatWasSeenBefore() {
    view.event("c", POD, KEY, Seen.RUNNING, at(1));
    assertThat(view.event("c", null, null, Seen.REMOVED, at(2)))
        .isEqualTo(new RuntimeChange(POD, KEY, at(2), true));
    assertThat(view.event("unknown", null, null, Seen.REMOVED, at(2))).isNull();
  }

  private static Item item(String id, Seen state) {
    return new Item(id, POD, KEY, state);
  }

  private static Instant at(int second) {
    return Instant.ofEpochSecond(second);
  }
}
