package dev.jubelet.pod.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ListPage;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.WatchStream;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.pod.translate.env.ClusterService;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ApiServicesTest {
  private final ManualTimers timers = new ManualTimers();
  private final Source source = new Source();
  private final ApiServices services = new ApiServices(source, timers, (RandomGenerator) () -> 0L);

  /** Lists two services, then tells what the test says; a wait for more shows it was taken. */
  private static final class Source implements ListWatch<ClusterService> {
    final CountDownLatch listed = new CountDownLatch(1);
    final BlockingQueue<WatchEvent<ClusterService>> events = new LinkedBlockingQueue<>();
    final BlockingQueue<String> waits = new LinkedBlockingQueue<>();

    @Override
    public ListPage<ClusterService> list(ListRequest request) {
      await(listed);
      return new ListPage<>(List.of(service("b", "1"), service("a", "2")), "1", "");
    }

    @Override
    public WatchStream<ClusterService> watch(String resourceVersion, Duration longest) {
      return new WatchStream<>() {
        @Override
        public @Nullable WatchEvent<ClusterService> next() {
          waits.add("waiting");
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

    private static void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new ApiException(ApiException.Kind.CANCELLED, "interrupted", e);
      }
    }

    void tell(WatchEvent<ClusterService> event) throws InterruptedException {
      assertThat(waits.poll(10, TimeUnit.SECONDS)).isNotNull();
      events.add(event);
    }
  }

  private static ClusterService service(String name, String address) {
    return new ClusterService("shop", name, address, List.of());
  }

  @AfterEach
  void close() {
    services.close();
  }

  @Test
  void servicesAreKnownByNamespaceAndAsTheyChange() throws InterruptedException {
    source.listed.countDown();
    services.start();
    assertThat(services.in("shop")).contains(List.of(service("a", "2"), service("b", "1")));
    assertThat(services.in("other")).contains(List.of());

    source.tell(new WatchEvent.Modified<>(service("a", "3"), "2"));
    source.tell(new WatchEvent.Added<>(service("c", "4"), "3"));
    source.tell(new WatchEvent.Deleted<>(service("b", "1"), "4"));
    assertThat(source.waits.poll(10, TimeUnit.SECONDS)).isNotNull();

    assertThat(services.in("shop")).contains(List.of(service("a", "3"), service("c", "4")));
  }

  @Test
  void whoAsksTooEarlyWaitsASecond() throws Exception {
    services.start();
    FutureTask<Optional<List<ClusterService>>> look = new FutureTask<>(() -> services.in("shop"));
    Thread.ofVirtual().start(look);
    while (timers.pending() == 0) {
      Thread.onSpinWait();
    }
    timers.advance(Duration.ofSeconds(1));

    assertThat(look.get(10, TimeUnit.SECONDS)).isEmpty();
    source.listed.countDown();
  }

  @Test
  void whatIsAtHandIsNotWaitedFor() {
    services.start();
    assertThat(services.atHand("shop")).isEmpty();
    assertThat(timers.pending()).as("nobody waits").isZero();
    source.listed.countDown();
  }

  @Test
  void ofAServiceOnlyWhatPodsAreToldIsKept() {
    assertThat(
            ApiServices.reduced(
                new ServiceBuilder()
                    .withNewMetadata()
                    .withNamespace("shop")
                    .withName("web")
                    .addToLabels("x", "y")
                    .endMetadata()
                    .withNewSpec()
                    .withClusterIP("10.0.0.1")
                    .addNewPort()
                    .withPort(80)
                    .endPort()
                    .addNewPort()
                    .withName("dns")
                    .withProtocol("UDP")
                    .withPort(53)
                    .endPort()
                    .endSpec()
                    .build()))
        .isEqualTo(
            new ClusterService(
                "shop",
                "web",
                "10.0.0.1",
                List.of(
                    new ClusterService.Port("", "TCP", 80),
                    new ClusterService.Port("dns", "UDP", 53))));
  }
}
