package dev.jubelet.node.loop;

import io.fabric8.kubernetes.api.model.Node;

/** Told how the registration of the node goes. Thread: the registration's; may not block. */
public interface RegistrationListener {

  /** The API server is about to be asked, once more or for the first time. */
  void trying();

  /** There was no such node, and now there is. */
  void created();

  /** Gets the Node object as the API server has it, once. */
  void registered(Node node);
}
