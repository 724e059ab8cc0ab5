package dev.jubelet.app;

import org.jspecify.annotations.Nullable;

/**
 * The agent cannot start for a reason that its operator can remove. The message is one line: what
 * is wrong, with which flag, field or file, and what to do.
 */
final class StartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StartException(String message) {
    this(message, null);
  }

  StartException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
