package dev.jubelet.benchmark.cluster;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiObject;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.edge.apiserver.Deletion;
import dev.jubelet.edge.apiserver.Patch;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.Map;

/**
 * What the API server and its store need themselves, until a watcher is shown it: a plain client
 * creates a pod of a node that does not exist, and patches its status once.
 *
 * <p>Thread: the benchmark's.
 */
public final class BareServer {
  private static final String NOBODY = "nobody";

  private final ApiClient client;
  private final ApiResource<Pod> pods;
  private final PodWatch watch;
  private final Timers timers;

  BareServer(ApiClient client, ApiResource<Pod> pods, PodWatch watch, Timers timers) {
    this.client = client;
    this.pods = pods;
    this.watch = watch;
    this.timers = timers;
  }

  /** Each from the request to what the watcher is shown. */
  public record Times(Duration created, Duration patched) {}

  /** With the spec and the last status of another pod that was ready. */
  public Times measure(String name, String like) {
    Pod model = watch.newest(like);
    String namespace = model.getMetadata().getNamespace();
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(namespace)
            .endMetadata()
            .withSpec(model.getSpec())
            .editSpec()
            .withNodeName(NOBODY)
            .endSpec()
            .build();
    long create = timers.nanoTime();
    client.create(pods, namespace, pod);
    long created = watch.await(name, "created", _ -> true);
    ApiObject<Pod> object = pods.object(namespace, name);
    long patch = timers.nanoTime();
    client.patch(object.part("status"), Patch.strategicMerge(Map.of("status", model.getStatus())));
    long patched = watch.await(name, "ready", TestNode::isReady);
    client.delete(object, Deletion.PLAIN.within(0));
    watch.awaitGone(name);
    return new Times(Duration.ofNanos(created - create), Duration.ofNanos(patched - patch));
  }
}
