package dev.jubelet.volume.csi.node;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiObject;
import dev.jubelet.edge.apiserver.Deletion;
import dev.jubelet.edge.apiserver.Patch;
import java.util.Map;
import java.util.Optional;

/** The calls that keep the CSINode object right; all throw ApiException. Thread: any. */
record CsiNodeCalls(ApiClient client, String nodeName) {
  private ApiObject<CsiNodeObject> object() {
    return CsiNodeObject.RESOURCE.object("", nodeName);
  }

  Optional<CsiNodeObject> find() {
    try {
      return Optional.of(client.get(object()));
    } catch (ApiException e) {
      if (e.kind() == ApiException.Kind.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** The object of this Node, made when there is none, anew when it was another Node's. */
  CsiNodeObject ensure(String nodeUid) {
    Optional<CsiNodeObject> found = find();
    if (found.isPresent() && found.get().isOwnedBy(nodeUid)) {
      return found.get().hasMigratedPlugins() ? found.get() : annotated();
    }
    found.ifPresent(other -> client.delete(object(), Deletion.of(other.getMetadata().getUid())));
    return client.create(CsiNodeObject.RESOURCE, "", CsiNodeObject.fresh(nodeName, nodeUid));
  }

  private CsiNodeObject annotated() {
    return client.patch(
        object(),
        Patch.merge(
            Map.of(
                "metadata",
                Map.of(
                    "annotations",
                    Map.of(CsiNodeObject.MIGRATED, CsiNodeObject.MIGRATED_PLUGINS)))));
  }

  /**
   * What is said of a driver cannot be changed, except for its allocatable count: it goes and comes
   * again.
   */
  void put(CsiNodeObject now, CsiNodeObject.Driver driver) {
    Optional<CsiNodeObject.Driver> before = now.driver(driver.name());
    if (before.isPresent() && before.get().equals(driver)) {
      return;
    }
    if (before.isPresent()) {
      if (before.get().differsInAllocatableOnly(driver) && patchedAllocatable(driver)) {
        return;
      }
      remove(driver.name());
    }
    client.patch(object(), Patch.strategicMerge(drivers(driver)));
  }

  /** API servers before v1.33 do not let the allocatable count change. */
  private boolean patchedAllocatable(CsiNodeObject.Driver driver) {
    try {
      client.patch(object(), Patch.strategicMerge(drivers(driver)));
      return true;
    } catch (ApiException e) {
      if (e.kind() == ApiException.Kind.INVALID) {
        return false;
      }
      throw e;
    }
  }

  private static Map<String, Object> drivers(Object driver) {
    return Map.of("spec", Map.of("drivers", new Object[] {driver}));
  }

  void remove(String driver) {
    ObjectNode gone = JsonNodeFactory.instance.objectNode();
    gone.put("$patch", "delete").put("name", driver);
    client.patch(object(), Patch.strategicMerge(drivers(gone)));
  }
}
