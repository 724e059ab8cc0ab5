package dev.jubelet.node.loop;

import dev.jubelet.node.object.NodeCopies;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The lease of a node: a new one, and an existing one renewed. Pure.
 *
 * @param durationSeconds nodeLeaseDurationSeconds
 */
public record LeaseRules(String nodeName, int durationSeconds) {
  public static final String NAMESPACE = "kube-node-lease";

  /** Renewals per lifetime of the lease. */
  private static final int RENEWALS = 4;

  Duration period() {
    return Duration.ofSeconds(durationSeconds).dividedBy(RENEWALS);
  }

  /** Belongs to the Node object, so that it goes with it. */
  Lease fresh(Node owner, Instant now) {
    ObjectMeta metadata = new ObjectMeta();
    metadata.setNamespace(NAMESPACE);
    metadata.setName(nodeName);
    metadata.setOwnerReferences(List.of(reference(owner)));
    Lease lease = new Lease();
    lease.setMetadata(metadata);
    lease.setSpec(renewed(new LeaseSpec(), now));
    return lease;
  }

  static boolean hasOwner(Lease lease) {
    return !lease.getMetadata().getOwnerReferences().isEmpty();
  }

  Lease renewed(Lease base, Instant now) {
    return copy(base, base.getMetadata(), now);
  }

  Lease renewedAndOwned(Lease base, Node owner, Instant now) {
    ObjectMeta metadata = NodeCopies.of(base.getMetadata());
    metadata.setOwnerReferences(List.of(reference(owner)));
    return copy(base, metadata, now);
  }

  private Lease copy(Lease base, ObjectMeta metadata, Instant now) {
    LeaseSpec spec = base.getSpec();
    Lease lease = new Lease();
    lease.setMetadata(metadata);
    lease.setSpec(renewed(spec == null ? new LeaseSpec() : spec, now));
    return lease;
  }

  private LeaseSpec renewed(LeaseSpec from, Instant now) {
    LeaseSpec to = new LeaseSpec();
    to.setAcquireTime(from.getAcquireTime());
    to.setLeaseTransitions(from.getLeaseTransitions());
    to.setPreferredHolder(from.getPreferredHolder());
    to.setStrategy(from.getStrategy());
    to.setHolderIdentity(nodeName);
    to.setLeaseDurationSeconds(durationSeconds);
    to.setRenewTime(ZonedDateTime.ofInstant(now.truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC));
    return to;
  }

  private OwnerReference reference(Node owner) {
    OwnerReference reference = new OwnerReference();
    reference.setApiVersion("v1");
    reference.setKind("Node");
    reference.setName(nodeName);
    reference.setUid(owner.getMetadata().getUid());
    return reference;
  }
}
