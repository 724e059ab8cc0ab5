package dev.jubelet.pod.objects;

import dev.jubelet.base.ByteBudget;
import dev.jubelet.pod.model.ObjectKey;

/**
 * Knows the objects that pods use at the moment; each change detection is one of these.
 *
 * <p>Thread: {@link #find} from any; the others one at a time.
 */
interface UsedObjects extends AutoCloseable {

  /** A pod begins to use it; others may use it already. */
  void used(ObjectKey key);

  /** No pod uses it any more: what is known of it is forgotten. */
  void unused(ObjectKey key);

  /** What is known of it now; may wait, but not for long. */
  State find(ObjectKey key);

  @Override
  void close();

  /** What is known of an object. */
  sealed interface State {
    record Seen(ObjectContent content) implements State {}

    /** The API server has no such object. */
    record Missing() implements State {}

    /** It could not be found out; the message is for users. */
    record Unknown(String message) implements State {}

    /** For the users of pods that need an object for which there is no room. */
    static Unknown noRoom(ObjectKey key, ObjectContent content, ByteBudget budget) {
      return new Unknown(
          ("%s has %d bytes and does not fit into memory: %d of the %d bytes that the config maps"
                  + " and secrets of this node may have are in use")
              .formatted(key, content.bytes(), budget.used(), budget.limit()));
    }

    static State notRegistered(ObjectKey key) {
      return new Unknown(
          "object \"%s\"/\"%s\" not registered".formatted(key.namespace(), key.name()));
    }
  }
}
