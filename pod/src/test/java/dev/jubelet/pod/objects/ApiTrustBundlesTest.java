package dev.jubelet.pod.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ListPage;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.WatchStream;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ApiTrustBundlesTest {
  private final Source source = new Source();
  private final BlockingQueue<String> changes = new LinkedBlockingQueue<>();
  private final ApiTrustBundles bundles =
      new ApiTrustBundles(
          source, () -> changes.add("changed"), new ManualTimers(), (RandomGenerator) () -> 0L);

  /** Lists one bundle, then tells what the test says. */
  private static final class Source implements ListWatch<TrustBundle> {
    final BlockingQueue<String> lists = new LinkedBlockingQueue<>();
    final BlockingQueue<WatchEvent<TrustBundle>> events = new LinkedBlockingQueue<>();

    @Override
    public ListPage<TrustBundle> list(ListRequest request) {
      lists.add("listed");
      return new ListPage<>(List.of(bundle("a", "1")), "1", "");
    }

    @Override
    public WatchStream<TrustBundle> watch(String resourceVersion, Duration longest) {
      return new WatchStream<>() {
        @Override
        public @Nullable WatchEvent<TrustBundle> next() {
          try {
            return events.take();
          } catch (InterruptedException e) {
            throw new ApiException(ApiException.Kind.CANCELLED, "interrupted", e);
          }
        }

        @Override
        public void close() {
          // The interrupt that goes with a close is enough.
        }
      };
    }
  }

  @AfterEach
  void close() {
    bundles.close();
  }

  @Test
  void nothingIsWatchedUntilAPodAsks() throws InterruptedException {
    assertThat(source.lists).isEmpty();
    assertThat(bundles.all()).contains(List.of(bundle("a", "1")));
    assertThat(source.lists.take()).isEqualTo("listed");
    assertThat(changes.take()).isEqualTo("changed");
  }

  @Test
  void changesAreSeenAndTold() throws InterruptedException {
    bundles.all();
    changes.take();
    source.events.add(new WatchEvent.Modified<>(bundle("a", "2"), "2"));
    changes.take();
    source.events.add(new WatchEvent.Added<>(bundle("b", "1"), "3"));
    changes.take();
    assertThat(bundles.all()).contains(List.of(bundle("a", "2"), bundle("b", "1")));
    source.events.add(new WatchEvent.Deleted<>(bundle("a", "2"), "4"));
    changes.take();
    assertThat(bundles.all()).contains(List.of(bundle("b", "1")));
  }

  private static TrustBundle bundle(String name, String pem) {
    return new TrustBundle(name, "", Map.of(), pem);
  }
}
