package dev.jubelet.node.loop;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.node.call.CallDeadline;
import dev.jubelet.node.call.Jitter;
import dev.jubelet.node.call.LeaseApi;
import dev.jubelet.node.call.NodeApi;
import dev.jubelet.node.call.NodeApiException;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The node's pulse: renews its lease four times in the lease's lifetime. The lease as last written
 * is replaced without reading it; it is read again only when the server knows another, when there
 * is none, or after some failures. While there is no Node object to own it, none is created.
 *
 * <p>Thread: a lane of its own. Owns: the lease as last written.
 */
public final class LeaseLoop implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LeaseLoop.class);
  private static final double JITTER = 0.04;
  private static final int TRIES_BEFORE_READING = 5;

  /** The two things of the API server that a lease needs. */
  public record Apis(LeaseApi leases, NodeApi nodes) {}

  private final Apis apis;
  private final CallDeadline deadline;
  private final LeaseRules rules;
  private final Jitter jitter;
  private final Timers timers;
  private final RetryLoop loop;
  private @Nullable Lease written;

  /** {@code stalled}: the connection seems dead; closing it lets the next try open a new one. */
  public LeaseLoop(
      Apis apis,
      CallDeadline deadline,
      LeaseRules rules,
      Jitter jitter,
      Runnable stalled,
      Timers timers) {
    this.apis = apis;
    this.deadline = deadline;
    this.rules = rules;
    this.jitter = jitter;
    this.timers = timers;
    this.loop =
        new RetryLoop(
            new RetryLoop.Subject(
                "node-lease", rules.nodeName(), "Unable to renew the node's lease", stalled),
            new Renewal(),
            timers);
  }

  /** Renews now, then goes on by itself. */
  public void wake() {
    loop.wake();
  }

  @Override
  public void close() {
    loop.close();
  }

  /** Tries once. */
  Lane.Next step() {
    return loop.step();
  }

  private final class Renewal implements RetryLoop.Task {
    @Override
    public Lane.Next attempt(int failures) {
      written = renew();
      return new Lane.Next.After(jitter.stretched(rules.period(), JITTER));
    }

    @Override
    public RetryLoop.AfterFailure failed(NodeApiException failure, int failures) {
      boolean outdated =
          written != null
              && (failure.kind() == NodeApiException.Kind.CONFLICT
                  || failure.kind() == NodeApiException.Kind.NOT_FOUND);
      if (outdated || failures >= TRIES_BEFORE_READING) {
        written = null;
      }
      return outdated ? new RetryLoop.AfterFailure.Again() : new RetryLoop.AfterFailure.BackOff();
    }
  }

  private Lease renew() {
    Lease base = written;
    if (base == null) {
      Optional<Lease> found =
          deadline.call(
              "reading the lease",
              () -> apis.leases().find(LeaseRules.NAMESPACE, rules.nodeName()));
      if (found.isEmpty()) {
        return create();
      }
      base = found.get();
    }
    Lease next = renewed(base);
    return deadline.call("renewing the lease", () -> apis.leases().replace(next));
  }

  private Lease create() {
    Node owner =
        owner()
            .orElseThrow(
                () ->
                    new NodeApiException(
                        NodeApiException.Kind.NOT_FOUND,
                        "there is no node " + rules.nodeName() + " yet that could own the lease"));
    return deadline.call(
        "creating the lease", () -> apis.leases().create(rules.fresh(owner, timers.now())));
  }

  private Lease renewed(Lease base) {
    if (LeaseRules.hasOwner(base)) {
      return rules.renewed(base, timers.now());
    }
    return ownerIfKnown()
        .map(owner -> rules.renewedAndOwned(base, owner, timers.now()))
        .orElseGet(() -> rules.renewed(base, timers.now()));
  }

  /** The pulse must not wait for what is only tidy. */
  private Optional<Node> ownerIfKnown() {
    try {
      return owner();
    } catch (NodeApiException e) {
      log.atDebug().setCause(e).log("The lease stays without an owner for now");
      return Optional.empty();
    }
  }

  private Optional<Node> owner() {
    return deadline.call(
        "reading node " + rules.nodeName(),
        () -> apis.nodes().find(rules.nodeName(), NodeApi.Read.CACHED));
  }
}
