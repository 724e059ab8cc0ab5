package dev.jubelet.app.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiObject;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.edge.apiserver.Deletion;
import dev.jubelet.edge.apiserver.Patch;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.pod.mirror.MirrorApi;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.report.PodApi;
import io.fabric8.kubernetes.api.model.Pod;

/**
 * The pods of a node at the API server.
 *
 * @param watch of the pods that are bound to the node
 */
public record ClusterApi(ListWatch<Pod> watch, PodApi pods, MirrorApi mirrors) {
  private static final ApiResource<Pod> PODS = ApiResource.core("pods", "Pod", Pod.class);

  public static ClusterApi of(ApiClient client, String nodeName) {
    Selection<Pod> ofNode = Selection.all(PODS).where("spec.nodeName=" + nodeName);
    Calls calls = new Calls(client);
    return new ClusterApi(ListWatch.of(client, ofNode), calls, calls);
  }

  private record Calls(ApiClient client) implements PodApi, MirrorApi {
    private static ApiObject<Pod> object(PodKey key) {
      return PODS.object(key.namespace(), key.name());
    }

    @Override
    public Pod get(PodKey key) {
      return client.get(object(key));
    }

    @Override
    public Pod patchStatus(PodKey key, ObjectNode patch) {
      return client.patch(object(key).part("status"), Patch.strategicMerge(patch));
    }

    @Override
    public Pod create(Pod mirror) {
      return client.create(PODS, mirror.getMetadata().getNamespace(), mirror);
    }

    @Override
    public void delete(PodKey key, PodUid uid) {
      client.delete(object(key), Deletion.of(uid.value()).within(0));
    }
  }
}
