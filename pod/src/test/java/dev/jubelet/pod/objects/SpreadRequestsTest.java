package dev.jubelet.pod.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ListPage;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.WatchStream;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SpreadRequestsTest {
  private static final ObjectKey KEY = new ObjectKey(ObjectKind.SECRET, "shop", "keys");

  private final List<Integer> used = new ArrayList<>();
  private final SpreadRequests requests = new SpreadRequests(Connection::new);
  private boolean failing;

  /** Notes that it is used. */
  private final class Connection implements ObjectRequests, ListWatch<ObjectContent> {
    private final int number;

    Connection(int number) {
      this.number = number;
    }

    private void use() {
      used.add(number);
      if (failing) {
        throw new ApiException(ApiException.Kind.UNAVAILABLE, "no way");
      }
    }

    @Override
    public ObjectContent get(ObjectKey key) {
      use();
      return FakeObjectServer.content("a", "b");
    }

    @Override
    public ListWatch<ObjectContent> watch(ObjectKey key) {
      return this;
    }

    @Override
    public ListPage<ObjectContent> list(ListRequest request) {
      use();
      return new ListPage<>(List.of(), "1", "");
    }

    @Override
    public WatchStream<ObjectContent> watch(String resourceVersion, Duration longest) {
      use();
      return new WatchStream<>() {
        @Override
        public @Nullable WatchEvent<ObjectContent> next() {
          return null;
        }

        @Override
        public void close() {
          // Nothing is open.
        }
      };
    }
  }

  private WatchStream<ObjectContent> open() {
    return requests.watch(KEY).watch("1", Duration.ofMinutes(5));
  }

  private List<WatchStream<ObjectContent>> fill() {
    List<WatchStream<ObjectContent>> streams = new ArrayList<>();
    for (int i = 0; i < SpreadRequests.ROOM; i++) {
      streams.add(open());
    }
    return streams;
  }

  @Test
  void aConnectionIsOpenedWhenTheOthersAreFull() {
    fill();
    assertThat(used).containsOnly(0);
    fill();
    requests.get(KEY);
    requests.watch(KEY).list(ListRequest.NEWEST);

    assertThat(used.subList(SpreadRequests.ROOM, 2 * SpreadRequests.ROOM)).containsOnly(1);
    assertThat(used.subList(2 * SpreadRequests.ROOM, used.size())).containsExactly(2, 2);
  }

  @Test
  void aPlaceIsFreeOnceItsWatchIsClosed() {
    WatchStream<ObjectContent> first = fill().getFirst();
    first.close();
    first.close();

    open();
    open();

    assertThat(used.subList(SpreadRequests.ROOM, used.size())).containsExactly(0, 1);
  }

  @Test
  void whatFailsTakesNoPlace() {
    failing = true;
    for (int i = 0; i < SpreadRequests.ROOM; i++) {
      assertThatThrownBy(this::open).isInstanceOf(ApiException.class);
      assertThatThrownBy(() -> requests.get(KEY)).isInstanceOf(ApiException.class);
    }
    failing = false;
    fill();

    assertThat(used).containsOnly(0);
  }
}
