package dev.jubelet.app.cluster;

import dev.jubelet.base.Timers;
import dev.jubelet.node.call.NodeApi;
import dev.jubelet.node.call.NodeApiException;
import dev.jubelet.pod.sync.NodeObject;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Node object as it was last seen, by whoever read it.
 *
 * <p>Thread: any; reads have a virtual one each. Owns: the object.
 */
final class CachedNode implements NodeObject {
  private static final Logger log = LoggerFactory.getLogger(CachedNode.class);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);

  private final String name;
  private final NodeApi api;
  private final Consumer<Runnable> whenUsable;
  private final Timers timers;
  private volatile Optional<Node> last = Optional.empty();

  /** {@code whenUsable} runs a task once there are credentials to ask the API server with. */
  CachedNode(String name, NodeApi api, Consumer<Runnable> whenUsable, Timers timers) {
    this.name = name;
    this.api = api;
    this.whenUsable = whenUsable;
    this.timers = timers;
  }

  void observed(Node node) {
    last = Optional.of(node);
  }

  @Override
  public Optional<Node> last() {
    return last;
  }

  @Override
  public void read(Runnable done) {
    whenUsable.accept(() -> Thread.ofVirtual().name("node-read").start(() -> tryToRead(done)));
  }

  private void tryToRead(Runnable done) {
    try {
      last = api.find(name, NodeApi.Read.LATEST);
      done.run();
    } catch (NodeApiException e) {
      log.atLevel(e.level())
          .addKeyValue("node", name)
          .addKeyValue("cause", e.getMessage())
          .log("Failed to get the Node object for a waiting pod");
      switch (e.kind()) {
        case TIMEOUT, UNAVAILABLE -> timers.after(AFTER_FAILURE, () -> read(done));
        case ALREADY_EXISTS, CONFLICT, NOT_FOUND, FORBIDDEN, OTHER -> done.run();
      }
    }
  }
}
