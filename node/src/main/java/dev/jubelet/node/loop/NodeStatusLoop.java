package dev.jubelet.node.loop;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.node.address.AddressOutcome;
import dev.jubelet.node.call.CallDeadline;
import dev.jubelet.node.call.NodeApi;
import dev.jubelet.node.call.NodeApiException;
import dev.jubelet.node.event.NodeEventRecorder;
import dev.jubelet.node.object.NodeObjectBuilder;
import dev.jubelet.node.object.NodePatch;
import dev.jubelet.node.status.NodeObservation;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the status of the Node object true. It is computed when something wakes the loop and from
 * time to time; it is written when it differs, and seldom as a sign of life: the lease is for that.
 *
 * <p>Thread: a lane of its own; {@link #wake} from any. Owns: what was last written, and when.
 */
public final class NodeStatusLoop implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(NodeStatusLoop.class);
  private static final int TRIES = 5;

  /** How the object is made: the rules, what they are given, and the JSON of the patch. */
  public record Making(
      NodeObjectBuilder objects, Supplier<NodeObservation> observe, ObjectMapper mapper) {}

  private final NodeApi api;
  private final CallDeadline deadline;
  private final Making making;
  private final StatusPace pace;
  private final StatusListeners listeners;
  private final NodeEventRecorder recorder;
  private final PodCidrs podCidrs;
  private final ReportSchedule schedule;
  private final LastWrite last = new LastWrite();
  private final String name;
  private final RetryLoop loop;

  /** Nothing happens before the first {@link #wake}: there has to be a Node object. */
  public NodeStatusLoop(
      NodeApi api,
      CallDeadline deadline,
      Making making,
      StatusPace pace,
      StatusListeners listeners,
      Timers timers) {
    this.api = api;
    this.deadline = deadline;
    this.making = making;
    this.pace = pace;
    this.listeners = listeners;
    this.name = making.objects().identity().name();
    this.recorder = new NodeEventRecorder(name, listeners.events());
    this.podCidrs = new PodCidrs(listeners.podCidrs());
    this.schedule = new ReportSchedule(pace, timers);
    this.loop =
        new RetryLoop(
            new RetryLoop.Subject(
                "node-status",
                name,
                "Unable to update the status of the node",
                listeners.stalled()),
            new Round(),
            timers);
  }

  /** Something that the status tells may have changed. */
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

  /** A round has some tries; after those the next one is awaited. */
  private final class Round implements RetryLoop.Task {
    @Override
    public Lane.Next attempt(int failures) {
      report(read(failures));
      return new Lane.Next.After(pace.untilNextUpdate());
    }

    @Override
    public RetryLoop.AfterFailure failed(NodeApiException failure, int failures) {
      return failures < TRIES
          ? new RetryLoop.AfterFailure.BackOff()
          : new RetryLoop.AfterFailure.Rest(pace.untilNextUpdate());
    }
  }

  /** The first try of a round takes what a cache has; most rounds find nothing to write. */
  private Node read(int failures) {
    NodeApi.Read read = failures == 0 ? NodeApi.Read.CACHED : NodeApi.Read.LATEST;
    Optional<Node> found = deadline.call("reading node " + name, () -> api.find(name, read));
    Node node =
        found.orElseThrow(
            () ->
                new NodeApiException(
                    NodeApiException.Kind.NOT_FOUND,
                    "there is no node " + name + "; a restart of the kubelet registers it again"));
    return last.newest(node);
  }

  private void report(Node before) {
    NodeObservation observed = making.observe().get();
    if (observed.addresses() instanceof AddressOutcome.Unknown(String problem)) {
      log.atWarn().addKeyValue("problem", problem).log("The node's addresses are not known");
    }
    Node after = making.objects().updated(before, observed);
    boolean newRanges = podCidrs.pass(before);
    recorder.say(before, after, observed.now());
    NodePatch patch = NodePatch.between(before, after, making.mapper());
    boolean changed = newRanges || (patch.isSubstantial() && !last.isFutile(before, patch));
    Node stored = changed || schedule.isDue() ? write(patch, before, changed) : before;
    listeners.observed().accept(stored);
  }

  private Node write(NodePatch patch, Node before, boolean changed) {
    Node stored =
        patch.body().isEmpty()
            ? before
            : deadline.call("updating node " + name, () -> api.patchStatus(name, patch.body()));
    schedule.written(changed);
    recorder.written();
    last.written(stored, patch);
    return stored;
  }
}
