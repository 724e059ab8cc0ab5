package dev.jubelet.volume.csi.node;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.jubelet.api.csi.NodeGetInfoResponse;
import dev.jubelet.edge.apiserver.ApiModel;
import dev.jubelet.edge.apiserver.ApiResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A CSINode of {@code storage.k8s.io/v1}, as far as it is written and read. */
@JsonDeserialize(using = JsonDeserializer.None.class) // not the one for objects of unknown kind
final class CsiNodeObject extends ApiModel {
  private static final long serialVersionUID = 1L;
  private static final String GROUP = "storage.k8s.io";
  private static final String KIND = "CSINode";

  static final ApiResource<CsiNodeObject> RESOURCE =
      new ApiResource<>(GROUP, "v1", "csinodes", KIND, CsiNodeObject.class);

  static final String MIGRATED = "storage.alpha.kubernetes.io/migrated-plugins";

  /** In-tree plugins that once were part of Kubernetes and are drivers now. */
  static final String MIGRATED_PLUGINS =
      "kubernetes.io/aws-ebs,kubernetes.io/azure-disk,kubernetes.io/azure-file,"
          + "kubernetes.io/cinder,kubernetes.io/gce-pd,kubernetes.io/portworx-volume,"
          + "kubernetes.io/vsphere-volume";

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Spec(@JsonSetter(contentNulls = Nulls.SKIP) @Nullable List<Driver> drivers) {}

  /** A driver and how it calls this node. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Driver(
      String name,
      String nodeID,
      @Nullable List<String> topologyKeys,
      @Nullable Allocatable allocatable) {

    static Driver of(String name, NodeGetInfoResponse node) {
      Map<String, String> topology = node.getAccessibleTopology().getSegmentsMap();
      long most = Math.min(node.getMaxVolumesPerNode(), Integer.MAX_VALUE);
      return new Driver(
          name,
          node.getNodeId(),
          topology.isEmpty() ? null : List.copyOf(new TreeSet<>(topology.keySet())),
          most > 0 ? new Allocatable((int) most) : null);
    }

    /** Whether both have an allocatable count, and only that differs. */
    boolean differsInAllocatableOnly(Driver other) {
      return allocatable != null
          && other.allocatable != null
          && new Driver(name, nodeID, topologyKeys, other.allocatable).equals(other);
    }
  }

  /** How many volumes of a driver fit. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Allocatable(int count) {}

  @JsonProperty private @Nullable Spec spec;

  private CsiNodeObject() {
    super(GROUP + "/v1", KIND);
  }

  /** One without drivers, which ends with its Node. */
  static CsiNodeObject fresh(String node, String nodeUid) {
    CsiNodeObject made = new CsiNodeObject();
    made.spec = new Spec(List.of());
    made.setMetadata(
        new ObjectMetaBuilder()
            .withName(node)
            .addToAnnotations(MIGRATED, MIGRATED_PLUGINS)
            .addNewOwnerReference()
            .withApiVersion("v1")
            .withKind("Node")
            .withName(node)
            .withUid(nodeUid)
            .endOwnerReference()
            .build());
    return made;
  }

  boolean isOwnedBy(String nodeUid) {
    return getMetadata().getOwnerReferences().stream()
        .filter(owner -> "Node".equals(owner.getKind()))
        .anyMatch(owner -> nodeUid.equals(owner.getUid()));
  }

  boolean hasMigratedPlugins() {
    Map<String, String> annotations = getMetadata().getAnnotations();
    return annotations != null && MIGRATED_PLUGINS.equals(annotations.get(MIGRATED));
  }

  Optional<Driver> driver(String name) {
    Spec now = spec;
    List<Driver> all = now == null ? null : now.drivers();
    return all == null
        ? Optional.empty()
        : all.stream().filter(driver -> driver.name().equals(name)).findFirst();
  }
}
