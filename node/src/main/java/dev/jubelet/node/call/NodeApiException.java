package dev.jubelet.node.call;

import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * A call of the node to the API server failed. Callers switch on the kind, never on the message.
 */
public final class NodeApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why it failed, as far as the node can act on it. */
  public enum Kind {
    /** There is an object of this name. */
    ALREADY_EXISTS,
    /** The object changed meanwhile. */
    CONFLICT,
    NOT_FOUND,
    /** The server knows the node and says no. */
    FORBIDDEN,
    /** No answer in time: the connection may be dead. */
    TIMEOUT,
    /** The server cannot be reached or refuses for now. */
    UNAVAILABLE,
    /** Anything else. */
    OTHER
  }

  private final Kind kind;

  public NodeApiException(Kind kind, String message) {
    this(kind, message, null);
  }

  public NodeApiException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** Whether a new connection may help. */
  public boolean isConnectionTrouble() {
    return switch (kind) {
      case TIMEOUT, UNAVAILABLE -> true;
      case ALREADY_EXISTS, CONFLICT, NOT_FOUND, FORBIDDEN, OTHER -> false;
    };
  }

  /** At which level a loop logs this, when it would log another failure as an error. */
  public Level level() {
    // Of a server that is away the connection tells, once.
    return isConnectionTrouble() ? Level.DEBUG : Level.ERROR;
  }
}
