package dev.jubelet.server.auth;

/** Decides whether a user may do something; may block on another server. */
@FunctionalInterface
public interface Authorizer {

  /** Lets everybody who is authenticated do everything. */
  Authorizer ALWAYS_ALLOW = (user, attributes) -> true;

  boolean allows(User user, Attributes attributes);
}
