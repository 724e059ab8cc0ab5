package dev.jubelet.edge.plugin;

import org.jspecify.annotations.Nullable;

/** A plugin cannot be used; the message is told to it and to people. */
public final class PluginException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public PluginException(String message) {
    this(message, null);
  }

  public PluginException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** The message, never null. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
