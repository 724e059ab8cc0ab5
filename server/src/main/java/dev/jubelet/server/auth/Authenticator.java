package dev.jubelet.server.auth;

import dev.jubelet.server.http.Request;

/** Finds out who asks; may block on another server. */
@FunctionalInterface
public interface Authenticator {
  Authentication authenticate(Request request);
}
