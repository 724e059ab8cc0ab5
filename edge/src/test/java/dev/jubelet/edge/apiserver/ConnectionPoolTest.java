package dev.jubelet.edge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ConnectionPoolTest {
  private final AtomicInteger opened = new AtomicInteger();
  private final ConnectionPool<Integer> pool = new ConnectionPool<>(opened::getAndIncrement);

  private List<ConnectionPool<Integer>.Slot> enter(int times) {
    List<ConnectionPool<Integer>.Slot> places = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      places.add(pool.enter());
    }
    return places;
  }

  @Test
  void aConnectionIsOpenedWhenTheOthersAreFull() {
    assertThat(enter(ConnectionPool.ROOM)).allMatch(slot -> slot.connection() == 0);
    assertThat(enter(ConnectionPool.ROOM)).allMatch(slot -> slot.connection() == 1);
    assertThat(enter(2)).allMatch(slot -> slot.connection() == 2);
    assertThat(pool.connections()).containsExactly(0, 1, 2);
  }

  @Test
  void aPlaceIsFreeOnceItWasLeft() {
    ConnectionPool<Integer>.Slot first = enter(ConnectionPool.ROOM).getFirst();
    first.leave();
    first.leave();

    assertThat(enter(2)).extracting(ConnectionPool.Slot::connection).isEqualTo(List.of(0, 1));
  }

  @Test
  void aServerThatAllowsFewerIsAskedForFewer() {
    List<ConnectionPool<Integer>.Slot> places = enter(21);
    places.getLast().refused();

    assertThat(pool.enter().connection()).isEqualTo(1);
    places.getFirst().leave();
    assertThat(enter(2)).extracting(ConnectionPool.Slot::connection).isEqualTo(List.of(0, 1));
  }

  @Test
  void oneRequestAtATimeIsAlwaysTried() {
    pool.enter().refused();

    assertThat(enter(2)).extracting(ConnectionPool.Slot::connection).isEqualTo(List.of(0, 1));
  }

  @Test
  void nobodyEntersWhatIsClosed() {
    enter(1);

    assertThat(pool.close()).containsExactly(0);
    assertThatThrownBy(pool::enter)
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(ApiException.Kind.CANCELLED));
  }
}
