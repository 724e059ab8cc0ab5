package dev.jubelet.app.path;

import io.fabric8.kubernetes.api.model.Node;
import java.util.Optional;

/** What the API server says of this node. Thread: any; nothing blocks. */
public interface NodeView {

  /** Of a node that no API server knows. */
  NodeView NONE =
      new NodeView() {
        @Override
        public Optional<Node> last() {
          return Optional.empty();
        }

        @Override
        public void read(Runnable done) {
          done.run();
        }
      };

  /** As it was last read. */
  Optional<Node> last();

  /** Reads it again, as soon as the server can be reached, and tells when that is done. */
  void read(Runnable done);
}
