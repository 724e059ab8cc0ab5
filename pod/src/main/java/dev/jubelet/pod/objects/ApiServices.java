package dev.jubelet.pod.objects;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.edge.apiserver.watch.Reflector;
import dev.jubelet.edge.apiserver.watch.WatchListener;
import dev.jubelet.pod.translate.env.ClusterService;
import dev.jubelet.pod.translate.env.ServiceSource;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The services of the cluster, of each only what pods are told. While the API server is out of
 * sight, what was seen stays.
 *
 * <p>Thread: the reflector's lane tells it of changes; any other may look. Owns: the services.
 */
public final class ApiServices implements ServiceSource, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Reflector<ClusterService> reflector;
  private final OneTimeSignal firstSight;

  @GuardedBy("this")
  private Map<String, Map<String, ClusterService>> byNamespace = new HashMap<>();

  /** {@code source} lists and watches the services of all namespaces. */
  public ApiServices(ListWatch<ClusterService> source, Timers timers, RandomGenerator random) {
    this.firstSight = new OneTimeSignal(timers);
    this.reflector = new Reflector<>("services", source, new Listener(), timers, random);
  }

  public static ListWatch<ClusterService> source(ApiClient client) {
    return new ReducedWatch<>(
        ListWatch.of(client, Selection.all(ApiResource.core("services", "Service", Service.class))),
        ApiServices::reduced);
  }

  static ClusterService reduced(Service service) {
    String address = service.getSpec() == null ? null : service.getSpec().getClusterIP();
    List<ServicePort> ports = service.getSpec() == null ? null : service.getSpec().getPorts();
    return new ClusterService(
        service.getMetadata().getNamespace(),
        service.getMetadata().getName(),
        orEmpty(address),
        ports == null ? List.of() : ports.stream().map(ApiServices::reduced).toList());
  }

  private static ClusterService.Port reduced(ServicePort port) {
    String protocol = orEmpty(port.getProtocol());
    return new ClusterService.Port(
        orEmpty(port.getName()), protocol.isEmpty() ? "TCP" : protocol, port.getPort());
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  public void start() {
    reflector.start();
  }

  @Override
  public Optional<List<ClusterService>> in(String namespace) {
    return known(namespace, firstSight.await(PATIENCE));
  }

  @Override
  public Optional<List<ClusterService>> atHand(String namespace) {
    return known(namespace, firstSight.hasHappened());
  }

  private Optional<List<ClusterService>> known(String namespace, boolean seen) {
    if (!seen) {
      return Optional.empty();
    }
    synchronized (this) {
      return Optional.of(List.copyOf(byNamespace.getOrDefault(namespace, Map.of()).values()));
    }
  }

  private final class Listener implements WatchListener<ClusterService> {
    @Override
    public void replaced(List<ClusterService> all, String resourceVersion) {
      synchronized (ApiServices.this) {
        byNamespace = new HashMap<>();
        for (ClusterService service : all) {
          put(service);
        }
      }
      firstSight.happened();
    }

    @Override
    public void changed(WatchEvent<ClusterService> event) {
      synchronized (ApiServices.this) {
        switch (event) {
          case WatchEvent.Added<ClusterService>(ClusterService now, _) -> put(now);
          case WatchEvent.Modified<ClusterService>(ClusterService now, _) -> put(now);
          case WatchEvent.Deleted<ClusterService>(ClusterService last, _) -> remove(last);
          case WatchEvent.Bookmark<ClusterService> _ -> {}
        }
      }
    }

    @Override
    public void lost(ApiException reason) {
      // The reflector logs it and tries again; what was seen is the best that is known.
    }
  }

  @GuardedBy("this")
  private void put(ClusterService service) {
    byNamespace
        .computeIfAbsent(service.namespace(), namespace -> new TreeMap<>())
        .put(service.name(), service);
  }

  @GuardedBy("this")
  private void remove(ClusterService service) {
    Map<String, ClusterService> services = byNamespace.get(service.namespace());
    if (services != null && services.remove(service.name()) != null && services.isEmpty()) {
      byNamespace.remove(service.namespace());
    }
  }

  @Override
  public void close() {
    reflector.close();
  }
}
