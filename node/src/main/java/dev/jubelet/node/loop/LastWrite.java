package dev.jubelet.node.loop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.jubelet.node.object.NodePatch;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What we have just written, so that it is not written again: neither because a cache lags behind,
 * nor because the server does not keep a field that it does not know.
 *
 * <p>Thread: the status lane. Owns: the last patch and the Node object that came of it.
 */
final class LastWrite {
  private @Nullable Node stored;
  private JsonNode substance = MissingNode.getInstance();

  void written(Node result, NodePatch patch) {
    stored = result;
    substance = patch.substance();
  }

  /** What was read, or what was stored if that is the newer version of the same object. */
  Node newest(Node read) {
    return stored != null && isNewer(stored.getMetadata(), read.getMetadata()) ? stored : read;
  }

  /** Whether this patch was sent already and nobody changed the object since. */
  boolean isFutile(Node before, NodePatch patch) {
    return stored != null
        && isNumber(before.getMetadata().getResourceVersion())
        && before
            .getMetadata()
            .getResourceVersion()
            .equals(stored.getMetadata().getResourceVersion())
        && patch.substance().equals(substance);
  }

  /** Versions of one kind of object can be compared as numbers (KEP-5504). */
  private static boolean isNewer(ObjectMeta one, ObjectMeta other) {
    return Objects.equals(one.getUid(), other.getUid())
        && isNumber(one.getResourceVersion())
        && isNumber(other.getResourceVersion())
        && new BigInteger(one.getResourceVersion())
                .compareTo(new BigInteger(other.getResourceVersion()))
            > 0;
  }

  private static boolean isNumber(@Nullable String version) {
    return version != null
        && !version.isEmpty()
        && version.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
