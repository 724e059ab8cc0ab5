package dev.jubelet.testing.apiserver;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiConnection;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.edge.apiserver.ConnectionObservers;
import dev.jubelet.edge.apiserver.ConnectionSettings;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigCluster;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigUser;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;

/** A client of a scripted server, with time that stands still. */
final class ClientFixture implements AutoCloseable {
  static final ApiResource<Pod> PODS = ApiResource.core("pods", "Pod", Pod.class);

  final ManualTimers timers = new ManualTimers();
  final ObjectMapper json = new ObjectMapper();
  private final ApiConnection connection;

  ClientFixture(URI server) {
    this(server, "t0ken");
  }

  ClientFixture(URI server, String token) {
    this(
        server,
        new KubeconfigUser(
            Optional.empty(), Optional.of(token), Optional.empty(), Optional.empty()));
  }

  ClientFixture(URI server, KubeconfigUser user) {
    this(server, user, ConnectionObservers::none);
  }

  ClientFixture(URI server, ConnectionObservers observers) {
    this(
        server,
        new KubeconfigUser(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
        (config, timers) -> observers);
  }

  private ClientFixture(
      URI server,
      KubeconfigUser user,
      BiFunction<Kubeconfig, Timers, ConnectionObservers> observers) {
    KubeconfigCluster cluster =
        new KubeconfigCluster(server, Optional.empty(), Optional.empty(), false, Optional.empty());
    Kubeconfig config = new Kubeconfig(Path.of("/none"), cluster, user);
    ConnectionSettings settings =
        new ConnectionSettings("api", "kubelet/v1.36.4", ConnectionSettings.Threads.VIRTUAL);
    connection = new ApiConnection(config, settings, json, timers, observers.apply(config, timers));
  }

  ApiClient usual() {
    return new ApiClient(connection, ClientSettings.usual(-1, 0, timers), json, timers);
  }

  ApiClient limited(int qps, int burst) {
    return new ApiClient(connection, ClientSettings.usual(qps, burst, timers), json, timers);
  }

  ApiClient heartbeat() {
    return new ApiClient(
        connection, ClientSettings.heartbeat(Duration.ofSeconds(10), timers), json, timers);
  }

  /** Runs a call on a thread of its own. */
  static <T> FutureTask<T> inBackground(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread.ofVirtual().start(task);
    return task;
  }

  /** Lets time pass until it is done, and says how much passed. */
  Duration timeUntilDone(FutureTask<?> call) {
    Instant start = timers.now();
    await(
        () -> {
          if (!call.isDone()) {
            timers.advance(Duration.ofMillis(20));
          }
          return call.isDone();
        },
        "the end of a call");
    return Duration.between(start, timers.now());
  }

  /** Waits until something is so, for at most half a minute. */
  static void await(BooleanSupplier condition, String what) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("in vain: " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
