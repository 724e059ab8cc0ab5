package dev.jubelet.node.loop;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.node.call.CallDeadline;
import dev.jubelet.node.call.NodeApi;
import dev.jubelet.node.call.NodeApiException;
import dev.jubelet.node.call.RetryDelays;
import dev.jubelet.node.object.NodePatch;
import dev.jubelet.node.object.Reconciliation;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the Node object exist, once. An object that exists is brought in line instead; see {@link
 * Reconciliation}. Failures are tried again without end: a node has nothing better to do. An object
 * that is deleted later stays deleted until the agent starts again.
 *
 * <p>Thread: a lane of its own. Owns: how often it failed.
 */
public final class NodeRegistration implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(NodeRegistration.class);

  /**
   * What is registered.
   *
   * @param node the object as it should be created, computed for each try
   * @param forgetExtended see {@link Reconciliation#of}
   * @param adoptWhenForbidden whether the object is looked for when the node may not create it
   */
  public record Plan(
      Supplier<Node> node, BooleanSupplier forgetExtended, boolean adoptWhenForbidden) {}

  private final NodeApi api;
  private final CallDeadline deadline;
  private final ObjectMapper mapper;
  private final Plan plan;
  private final RegistrationListener listener;
  private final Lane lane;
  private volatile boolean closed;
  private int failures;

  public NodeRegistration(
      NodeApi api,
      CallDeadline deadline,
      ObjectMapper mapper,
      Plan plan,
      RegistrationListener listener,
      Timers timers) {
    this.api = api;
    this.deadline = deadline;
    this.mapper = mapper;
    this.plan = plan;
    this.listener = listener;
    this.lane = new Lane("node-registration", this::step, timers);
  }

  public void start() {
    lane.wake();
  }

  @Override
  public void close() {
    closed = true;
    lane.interruptAndWake();
  }

  /** Tries once. */
  Lane.Next step() {
    if (closed) {
      return Lane.Next.DONE;
    }
    Node initial = plan.node().get();
    String name = initial.getMetadata().getName();
    listener.trying();
    try {
      Node stored = register(name, initial);
      log.atInfo().addKeyValue("node", name).log("Registered the node");
      listener.registered(stored);
      return Lane.Next.DONE;
    } catch (NodeApiException e) {
      if (closed) {
        return Lane.Next.DONE;
      }
      failures++;
      log.atLevel(e.level())
          .addKeyValue("node", name)
          .addKeyValue("cause", e.getMessage())
          .log("Unable to register the node");
      return new Lane.Next.After(RetryDelays.after(failures));
    }
  }

  private Node register(String name, Node initial) {
    try {
      Node created = deadline.call("creating node " + name, () -> api.create(initial));
      listener.created();
      return created;
    } catch (NodeApiException e) {
      return switch (e.kind()) {
        case ALREADY_EXISTS -> adopt(name, initial, e);
        case FORBIDDEN -> {
          if (!plan.adoptWhenForbidden()) {
            throw e;
          }
          yield adopt(name, initial, e);
        }
        case CONFLICT, NOT_FOUND, TIMEOUT, UNAVAILABLE, OTHER -> throw e;
      };
    }
  }

  /** Brings the existing object in line; when there is none, the refusal was the answer. */
  private Node adopt(String name, Node initial, NodeApiException refusal) {
    Optional<Node> found =
        deadline.call("reading node " + name, () -> api.find(name, NodeApi.Read.LATEST));
    Node existing = found.orElseThrow(() -> refusal);
    Node wanted = Reconciliation.of(existing, initial, plan.forgetExtended().getAsBoolean());
    NodePatch patch = NodePatch.between(existing, wanted, mapper);
    return patch.body().isEmpty()
        ? existing
        : deadline.call("updating node " + name, () -> api.patchStatus(name, patch.body()));
  }
}
