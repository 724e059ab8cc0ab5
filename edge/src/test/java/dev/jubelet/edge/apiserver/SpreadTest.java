package dev.jubelet.edge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class SpreadTest {
  private final AtomicInteger opened = new AtomicInteger();
  private final Spread<Integer> spread = new Spread<>(opened::getAndIncrement);

  private List<Spread<Integer>.Place> enter(int times) {
    List<Spread<Integer>.Place> places = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      places.add(spread.enter());
    }
    return places;
  }

  @Test
  void aConnectionIsOpenedWhenTheOthersAreFull() {
    assertThat(enter(Spread.ROOM)).allMatch(place -> place.connection() == 0);
    assertThat(enter(Spread.ROOM)).allMatch(place -> place.connection() == 1);
    assertThat(enter(2)).allMatch(place -> place.connection() == 2);
    assertThat(spread.connections()).containsExactly(0, 1, 2);
  }

  @Test
  void aPlaceIsFreeOnceItWasLeft() {
    Spread<Integer>.Place first = enter(Spread.ROOM).getFirst();
    first.leave();
    first.leave();

    assertThat(enter(2)).extracting(Spread.Place::connection).isEqualTo(List.of(0, 1));
  }

  @Test
  void aServerThatAllowsFewerIsAskedForFewer() {
    List<Spread<Integer>.Place> places = enter(21);
    places.getLast().refused();

    assertThat(spread.enter().connection()).isEqualTo(1);
    places.getFirst().leave();
    assertThat(enter(2)).extracting(Spread.Place::connection).isEqualTo(List.of(0, 1));
  }

  @Test
  void oneRequestAtATimeIsAlwaysTried() {
    spread.enter().refused();

    assertThat(enter(2)).extracting(Spread.Place::connection).isEqualTo(List.of(0, 1));
  }

  @Test
  void nobodyEntersWhatIsClosed() {
    enter(1);

    assertThat(spread.close()).containsExactly(0);
    assertThatThrownBy(spread::enter)
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(ApiException.Kind.CANCELLED));
  }
}
