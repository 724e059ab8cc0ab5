package dev.jubelet.pod.sync;

import io.fabric8.kubernetes.api.model.Node;
import java.util.Optional;

/** The Node object of this node, as the API server has it. Thread: any; does not block. */
public interface NodeObject {

  /** Of a node that no API server knows. */
  NodeObject NONE =
      new NodeObject() {
        @Override
        public Optional<Node> last() {
          return Optional.empty();
        }

        @Override
        public boolean mayBeOutdated() {
          return false;
        }

        @Override
        public void read(Runnable done) {
          done.run();
        }
      };

  /** As it was last read. */
  Optional<Node> last();

  /** Whether reading it again could show anything else. */
  default boolean mayBeOutdated() {
    return true;
  }

  /** Reads it again, as soon as the server can be reached, and says when that is done. */
  void read(Runnable done);
}
