package dev.jubelet.node.address;

import io.fabric8.kubernetes.api.model.NodeAddress;
import java.util.List;

/** What the search for the node's addresses came to. */
public sealed interface AddressOutcome {

  /**
   * These are the addresses.
   *
   * @param yielding whether addresses that the Node object has already are left as they are: a
   *     cloud controller owns them
   */
  record Found(List<NodeAddress> addresses, boolean yielding) implements AddressOutcome {
    public Found {
      addresses = List.copyOf(addresses);
    }
  }

  /** None can be told; those of the Node object stay. The problem is for the log. */
  record Unknown(String problem) implements AddressOutcome {}
}
