package dev.jubelet.node.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Optional;

/**
 * What the node needs of the API server for its Node object. Calls block, heed an interrupt and
 * throw {@link NodeApiException}.
 */
public interface NodeApi {

  /** How old an answer may be. */
  enum Read {
    /** What a cache has, be it ours or the server's: cheap, and possibly a little behind. */
    CACHED,
    /** What is stored now. */
    LATEST
  }

  /** The Node of this name; empty when there is none. */
  Optional<Node> find(String name, Read read);

  /** Creates the object and returns it as stored. */
  Node create(Node node);

  /** A strategic merge patch of the Node's status and metadata; returns the Node as stored. */
  Node patchStatus(String name, ObjectNode patch);
}
