package dev.jubelet.image.plugin;

/** The configuration of credential plugins cannot be used; the agent does not start with it. */
public final class ProviderConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ProviderConfigException(String message) {
    super(message);
  }
}
