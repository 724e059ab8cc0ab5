package dev.jubelet.edge.cri;

import org.jspecify.annotations.Nullable;

/**
 * A call to the runtime failed. Callers switch on the kind; the message is what the runtime said
 * and ends up in events that users read.
 */
public final class CriException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why it failed, as far as a caller can act on it. */
  public enum Kind {
    /** The runtime knows no such sandbox, container or image. */
    NOT_FOUND,
    /** The runtime is away or refuses for now. */
    UNAVAILABLE,
    /** Not done in time; it may still be going on in the runtime. */
    TIMEOUT,
    /** The request is wrong, or wrong in the present state. */
    INVALID,
    /** Out of some resource, or an answer above the size limit. */
    EXHAUSTED,
    /** The runtime is too old, or has the function switched off. */
    UNIMPLEMENTED,
    /** A name is taken. */
    ALREADY_EXISTS,
    /** The calling thread was interrupted, or the subscription closed. */
    CANCELLED,
    /** Anything else; most failures of containerd arrive here. */
    INTERNAL
  }

  private final Kind kind;
  private final String rpc;
  private final String code;

  public CriException(Kind kind, String rpc, String message) {
    this(kind, rpc, StatusKinds.usualCode(kind), message, null);
  }

  CriException(Kind kind, String rpc, String code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.rpc = rpc;
    this.code = code;
  }

  public Kind kind() {
    return kind;
  }

  /** The call by its CRI name, such as RunPodSandbox. */
  public String rpc() {
    return rpc;
  }

  /** The message, never null. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }

  /** The failure in the words that upstream's events and logs use for it. */
  public String upstreamText() {
    return "rpc error: code = " + code + " desc = " + text();
  }
}
