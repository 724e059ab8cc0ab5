package dev.jubelet.node.loop;

import dev.jubelet.node.call.LeaseApi;
import dev.jubelet.node.call.NodeApiException;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An API server that knows one lease and refuses to replace another version of it.
 *
 * <p>Thread: any; one at a time. Owns: the lease and its version.
 */
final class FakeLeaseApi implements LeaseApi {
  private final CallScript script;
  private @Nullable Lease stored;
  private int version;

  FakeLeaseApi(CallScript script) {
    this.script = script;
  }

  /** Somebody else writes the lease. */
  void put(Lease lease) {
    store(lease);
  }

  void delete() {
    stored = null;
  }

  Lease lease() {
    if (stored == null) {
      throw new AssertionError("there is no lease");
    }
    return stored;
  }

  @Override
  public synchronized Optional<Lease> find(String namespace, String name) {
    script.called("find lease " + namespace + "/" + name);
    return Optional.ofNullable(stored);
  }

  @Override
  public synchronized Lease create(Lease lease) {
    script.called("create lease");
    if (stored != null) {
      throw new NodeApiException(NodeApiException.Kind.ALREADY_EXISTS, "exists");
    }
    return store(lease);
  }

  @Override
  public synchronized Lease replace(Lease lease) {
    script.called("replace lease");
    if (stored == null) {
      throw new NodeApiException(NodeApiException.Kind.NOT_FOUND, "gone");
    }
    if (!Objects.equals(
        stored.getMetadata().getResourceVersion(), lease.getMetadata().getResourceVersion())) {
      throw new NodeApiException(NodeApiException.Kind.CONFLICT, "changed");
    }
    return store(lease);
  }

  private Lease store(Lease lease) {
    version++;
    ObjectMeta metadata = new ObjectMeta();
    metadata.setName(lease.getMetadata().getName());
    metadata.setNamespace(lease.getMetadata().getNamespace());
    metadata.setOwnerReferences(lease.getMetadata().getOwnerReferences());
    metadata.setResourceVersion(Integer.toString(version));
    Lease next = new Lease();
    next.setMetadata(metadata);
    next.setSpec(lease.getSpec());
    stored = next;
    return next;
  }
}
