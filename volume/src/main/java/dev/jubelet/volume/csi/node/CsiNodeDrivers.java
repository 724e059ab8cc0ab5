package dev.jubelet.volume.csi.node;

import dev.jubelet.api.csi.NodeGetInfoResponse;
import dev.jubelet.base.Lane;
import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.plugin.PluginException;
import dev.jubelet.volume.csi.driver.DriverAnnouncer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The drivers of this node as the cluster sees them. Its first duty is the CSINode object, without
 * which no pod with volumes should come here: until there is one the node is not ready.
 *
 * <p>Thread: a lane of its own makes the object and removes drivers that are gone; drivers are
 * announced on theirs. Owns: the CSINode object, the drivers that were announced and those that are
 * still to be removed.
 */
public final class CsiNodeDrivers implements DriverAnnouncer, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(CsiNodeDrivers.class);
  private static final Duration FIRST_WAIT = Duration.ofMillis(100);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private final CsiNodeCalls calls;
  private final DriverNodeLabels marks;
  private final Supplier<Optional<String>> nodeUid;
  private final Runnable readyChanged;
  private final Lane lane;
  private final Map<String, NodeGetInfoResponse> announced = new ConcurrentHashMap<>();
  private final Set<String> leaving = ConcurrentHashMap.newKeySet();
  private volatile Optional<String> problem = Optional.of("CSINode is not yet initialized");
  private volatile boolean closed;
  private Duration wait = FIRST_WAIT;

  /**
   * @param nodeUid of the Node object; empty until there is one, which {@link #wake} tells
   * @param readyChanged is told when {@link #problem} has changed
   */
  public CsiNodeDrivers(
      ApiClient client,
      String nodeName,
      Supplier<Optional<String>> nodeUid,
      Runnable readyChanged,
      Timers timers) {
    this.calls = new CsiNodeCalls(client, nodeName);
    this.marks = new DriverNodeLabels(client, nodeName);
    this.nodeUid = nodeUid;
    this.readyChanged = readyChanged;
    this.lane = new Lane("csi-node", this::step, timers);
  }

  public void wake() {
    lane.wake();
  }

  /** Why pods with volumes cannot be served yet. */
  public Optional<String> problem() {
    return problem;
  }

  private Next step() {
    Optional<String> uid = nodeUid.get();
    if (closed || uid.isEmpty()) {
      return Next.IDLE;
    }
    try {
      synchronized (this) {
        calls.ensure(uid.get());
        // An object that was made anew, for a Node that was, knows none of them.
        announced.forEach((driver, node) -> write(uid.get(), driver, node));
      }
      changed(Optional.empty());
      removeLeaving();
      wait = FIRST_WAIT;
      return Next.IDLE;
    } catch (ApiException e) {
      return closed ? Next.IDLE : failed(e.text(), e.level(Level.WARN));
    } catch (PluginException e) {
      return failed(e.text(), Level.WARN);
    }
  }

  private Next failed(String why, Level level) {
    if (problem.isPresent()) {
      changed(Optional.of("failed to initialize CSINode: " + why));
    }
    log.atLevel(level)
        .addKeyValue("cause", why)
        .addKeyValue("after", wait)
        .log("Failed to write the CSINode object; retrying");
    Duration pause = wait;
    Duration twice = wait.multipliedBy(2);
    wait = twice.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : twice;
    return new Next.After(pause);
  }

  private void changed(Optional<String> now) {
    if (!now.equals(problem)) {
      problem = now;
      readyChanged.run();
    }
  }

  private void removeLeaving() {
    for (String driver : List.copyOf(leaving)) {
      synchronized (this) {
        if (leaving.contains(driver)) {
          calls.remove(driver);
          marks.remove(driver);
          leaving.remove(driver);
        }
      }
    }
  }

  @Override
  public synchronized void announce(String driver, NodeGetInfoResponse node) {
    String uid =
        nodeUid.get().orElseThrow(() -> new PluginException("the node is not registered yet"));
    leaving.remove(driver);
    try {
      write(uid, driver, node);
      announced.put(driver, node);
    } catch (ApiException e) {
      throw new PluginException(
          "error updating CSINode object with CSI driver node info: " + e.text(), e);
    }
  }

  private void write(String uid, String driver, NodeGetInfoResponse node) {
    marks.put(driver, node.getNodeId(), node.getAccessibleTopology().getSegmentsMap());
    calls.put(calls.ensure(uid), CsiNodeObject.Driver.of(driver, node));
  }

  @Override
  public void withdraw(String driver) {
    announced.remove(driver);
    leaving.add(driver);
    lane.wake();
  }

  @Override
  public void close() {
    closed = true;
    lane.interruptAndWake();
  }
}
