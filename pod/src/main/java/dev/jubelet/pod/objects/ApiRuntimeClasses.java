package dev.jubelet.pod.objects;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.translate.RuntimeClasses;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The runtime classes of an API server, asked for when a pod names one and remembered for a minute:
 * the handler of a class cannot change, only the class be deleted and made anew. A class that is
 * remembered serves on while the API server is away.
 *
 * <p>Thread: any; may ask the API server and wait. Owns: the handlers it remembers.
 */
public final class ApiRuntimeClasses implements RuntimeClasses {
  private static final Duration FRESH = Duration.ofMinutes(1);
  private static final int MOST = 100;

  private record Known(String handler, long askedAt) {}

  private final Function<String, String> request;
  private final Timers timers;

  @GuardedBy("this")
  private final Map<String, Known> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
          return size() > MOST;
        }
      };

  /** {@code request} asks for the handler of a class and throws ApiException. */
  public ApiRuntimeClasses(Function<String, String> request, Timers timers) {
    this.request = request;
    this.timers = timers;
  }

  public static Function<String, String> request(ApiClient client) {
    return name -> client.get(RuntimeClassObject.RESOURCE.object("", name)).handler();
  }

  @Override
  public Optional<String> handler(String className) {
    Known before = known(className);
    if (before != null && timers.nanoTime() - before.askedAt() < FRESH.toNanos()) {
      return Optional.of(before.handler());
    }
    try {
      String handler = request.apply(className);
      remember(className, handler);
      return Optional.of(handler);
    } catch (ApiException e) {
      return without(className, before, e);
    }
  }

  private Optional<String> without(String className, @Nullable Known before, ApiException e) {
    if (e.kind() == ApiException.Kind.NOT_FOUND) {
      forget(className);
      return Optional.empty();
    }
    if (before != null) {
      return Optional.of(before.handler());
    }
    throw new UntranslatableException(
        "failed to get RuntimeClass %s: %s".formatted(className, e.text()));
  }

  private synchronized @Nullable Known known(String className) {
    return known.get(className);
  }

  private synchronized void remember(String className, String handler) {
    known.put(className, new Known(handler, timers.nanoTime()));
  }

  private synchronized void forget(String className) {
    known.remove(className);
  }
}
