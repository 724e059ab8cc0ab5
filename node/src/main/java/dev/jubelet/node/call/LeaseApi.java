package dev.jubelet.node.call;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.util.Optional;

/**
 * What the node needs of the API server for its lease. Calls block, heed an interrupt and throw
 * {@link NodeApiException}. They should not wait behind other calls: the lease is the node's
 * heartbeat.
 */
public interface LeaseApi {

  /** The lease of this name; empty when there is none. */
  Optional<Lease> find(String namespace, String name);

  /** Creates the object and returns it as stored. */
  Lease create(Lease lease);

  /** Replaces the object if it still has this resource version; returns it as stored. */
  Lease replace(Lease lease);
}
