package dev.jubelet.app.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiObject;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.Patch;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.node.call.LeaseApi;
import dev.jubelet.node.call.NodeApi;
import dev.jubelet.node.call.NodeApiException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.util.Optional;
import java.util.function.Supplier;

/** The calls of the node and of its lease, on the way that is their own. Thread: any. */
record NodeCalls(ApiClient client) implements NodeApi {
  private static final ApiResource<Node> NODES = ApiResource.core("nodes", "Node", Node.class);
  private static final ApiResource<Lease> LEASES =
      new ApiResource<>("coordination.k8s.io", "v1", "leases", "Lease", Lease.class);
  private static final ListRequest AT_HAND = new ListRequest("0", 0, "");

  @Override
  public Optional<Node> find(String name, Read read) {
    ApiObject<Node> object = NODES.object("", name);
    return switch (read) {
      case LATEST -> ifThere(() -> client.get(object));
      case CACHED ->
          failing(() -> client.list(Selection.one(object), AT_HAND)).items().stream().findFirst();
    };
  }

  @Override
  public Node create(Node node) {
    return failing(() -> client.create(NODES, "", node));
  }

  @Override
  public Node patchStatus(String name, ObjectNode patch) {
    return failing(
        () -> client.patch(NODES.object("", name).part("status"), Patch.strategicMerge(patch)));
  }

  /** Those of the lease. */
  LeaseApi leases() {
    return new LeaseApi() {
      @Override
      public Optional<Lease> find(String namespace, String name) {
        return ifThere(() -> client.get(LEASES.object(namespace, name)));
      }

      @Override
      public Lease create(Lease lease) {
        return failing(() -> client.create(LEASES, lease.getMetadata().getNamespace(), lease));
      }

      @Override
      public Lease replace(Lease lease) {
        return failing(() -> client.replace(at(lease), lease));
      }
    };
  }

  private static ApiObject<Lease> at(Lease lease) {
    return LEASES.object(lease.getMetadata().getNamespace(), lease.getMetadata().getName());
  }

  private static <T extends HasMetadata> Optional<T> ifThere(Supplier<T> call) {
    try {
      return Optional.of(call.get());
    } catch (ApiException e) {
      if (e.kind() == ApiException.Kind.NOT_FOUND) {
        return Optional.empty();
      }
      throw failure(e);
    }
  }

  private static <T> T failing(Supplier<T> call) {
    try {
      return call.get();
    } catch (ApiException e) {
      throw failure(e);
    }
  }

  private static NodeApiException failure(ApiException e) {
    NodeApiException.Kind kind =
        switch (e.kind()) {
          case ALREADY_EXISTS -> NodeApiException.Kind.ALREADY_EXISTS;
          case CONFLICT -> NodeApiException.Kind.CONFLICT;
          case NOT_FOUND -> NodeApiException.Kind.NOT_FOUND;
          case FORBIDDEN -> NodeApiException.Kind.FORBIDDEN;
          case TIMEOUT -> NodeApiException.Kind.TIMEOUT;
          case UNAVAILABLE -> NodeApiException.Kind.UNAVAILABLE;
          case GONE,
              VERSION_TOO_LARGE,
              UNAUTHORIZED,
              TOO_MANY_REQUESTS,
              INVALID,
              UNREADABLE,
              CREDENTIALS,
              CANCELLED,
              INTERNAL ->
              NodeApiException.Kind.OTHER;
        };
    return new NodeApiException(kind, e.text(), e);
  }
}
