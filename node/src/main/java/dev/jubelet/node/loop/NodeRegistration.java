package dev.jubelet.node.loop;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.node.call.CallDeadline;
import dev.jubelet.node.call.NodeApi;
import dev.jubelet.node.call.NodeApiException;
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
 * <p>Thread: a lane of its own.
 */
public final class NodeRegistration implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(NodeRegistration.class);

  /**
   * What is registered.
   *
   * @param name of the node
   * @param node the object as it should be created, computed for each try
   * @param forgetExtended see {@link Reconciliation#of}
   * @param adoptWhenForbidden whether the object is looked for when the node may not create it
   */
  public record Plan(
      String name,
      Supplier<Node> node,
      BooleanSupplier forgetExtended,
      boolean adoptWhenForbidden) {}

  private final NodeApi api;
  private final CallDeadline deadline;
  private final ObjectMapper mapper;
  private final Plan plan;
  private final RegistrationListener listener;
  private final RetryLoop loop;

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
    this.loop =
        new RetryLoop(
            new RetryLoop.Subject(
                "node-registration", plan.name(), "Unable to register the node", () -> {}),
            failures -> attempt(),
            timers);
  }

  public void start() {
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

  private Lane.Next attempt() {
    Node initial = plan.node().get();
    listener.trying();
    Node stored = register(initial);
    log.atInfo().addKeyValue("node", plan.name()).log("Registered the node");
    listener.registered(stored);
    return Lane.Next.DONE;
  }

  private Node register(Node initial) {
    try {
      Node created = deadline.call("creating node " + plan.name(), () -> api.create(initial));
      listener.created();
      return created;
    } catch (NodeApiException e) {
      return switch (e.kind()) {
        case ALREADY_EXISTS -> adopt(initial, e);
        case FORBIDDEN -> {
          if (!plan.adoptWhenForbidden()) {
            throw e;
          }
          yield adopt(initial, e);
        }
        case CONFLICT, NOT_FOUND, TIMEOUT, UNAVAILABLE, OTHER -> throw e;
      };
    }
  }

  /** Brings the existing object in line; when there is none, the refusal was the answer. */
  private Node adopt(Node initial, NodeApiException refusal) {
    String name = plan.name();
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
