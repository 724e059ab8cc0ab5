package dev.jubelet.edge.apiserver.kubeconfig;

import org.jspecify.annotations.Nullable;

/** A kubeconfig cannot be used; the message names the file and the field. */
public final class KubeconfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Kind {
    /** The file, or one that it names, cannot be read. */
    UNREADABLE,
    /** The file says something that has no meaning, or lacks what it must say. */
    INVALID,
    /** The file asks for something that this client does not do. */
    UNSUPPORTED
  }

  private final Kind kind;

  public KubeconfigException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
