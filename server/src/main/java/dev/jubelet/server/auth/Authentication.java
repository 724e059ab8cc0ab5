package dev.jubelet.server.auth;

/** What one authenticator says of a request. */
public sealed interface Authentication {

  /** The request carries valid credentials of this user. */
  record Authenticated(User user) implements Authentication {}

  /** The request carries no credentials of this kind. */
  record Absent() implements Authentication {}

  /** The request carries credentials that are not good; it must not pass as anonymous. */
  record Rejected(String reason) implements Authentication {}

  Authentication ABSENT = new Absent();
}
