package dev.jubelet.edge.apiserver;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * How an object is to be deleted. The server refuses with {@link ApiException.Kind#CONFLICT} when a
 * precondition does not hold, so that never another object of the same name goes.
 */
public record Deletion(
    Optional<Long> graceSeconds, Optional<String> uid, Optional<String> resourceVersion) {

  public static final Deletion PLAIN =
      new Deletion(Optional.empty(), Optional.empty(), Optional.empty());

  /** Only the object with that UID. */
  public static Deletion of(String uid) {
    return new Deletion(Optional.empty(), Optional.of(uid), Optional.empty());
  }

  public Deletion within(long seconds) {
    return new Deletion(Optional.of(seconds), uid, resourceVersion);
  }

  ObjectNode body() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("kind", "DeleteOptions").put("apiVersion", "v1");
    graceSeconds.ifPresent(seconds -> body.put("gracePeriodSeconds", seconds));
    if (uid.isPresent() || resourceVersion.isPresent()) {
      ObjectNode preconditions = body.putObject("preconditions");
      uid.ifPresent(value -> preconditions.put("uid", value));
      resourceVersion.ifPresent(value -> preconditions.put("resourceVersion", value));
    }
    return body;
  }
}
