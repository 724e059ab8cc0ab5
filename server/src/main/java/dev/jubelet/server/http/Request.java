package dev.jubelet.server.http;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * A request as handlers see it.
 *
 * <p>Thread: the connection's.
 */
public interface Request {
  String method();

  /** The path as sent, percent-encoding kept. */
  String rawPath();

  /** The path decoded, for decisions about it that must not be escaped by encoding. */
  default String path() {
    return PathSegments.decode(rawPath());
  }

  Query query();

  /** The first value of a header; names are not case-sensitive. */
  Optional<String> header(String name);

  /** All values of a header in their order, none when it was not sent. */
  List<String> headers(String name);

  /** The client's address without its port; empty when there is none, as on a unix socket. */
  default String remoteAddress() {
    return "";
  }

  /** The chain the client presented, leaf first; possession is proven, trust is not. */
  List<X509Certificate> clientCertificates();

  /**
   * Said by who guards a server before a request is answered: only then its connection is safe from
   * being cut in favour of others, and if it is known who asks, also afterwards.
   */
  default void grant(boolean authenticated) {}

  /**
   * The body.
   *
   * @throws Refusal with status 413 when it is longer than the limit
   */
  byte[] body(int limit);
}
