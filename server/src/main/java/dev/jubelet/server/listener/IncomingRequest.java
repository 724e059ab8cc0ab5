package dev.jubelet.server.listener;

import dev.jubelet.base.http.RequestHead;
import dev.jubelet.server.http.Query;
import dev.jubelet.server.http.Request;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * A request as it came over a connection.
 *
 * <p>Thread: the connection's.
 */
record IncomingRequest(
    RequestHead head,
    IncomingBody content,
    List<X509Certificate> clientCertificates,
    Connection connection)
    implements Request {

  @Override
  public String method() {
    return head.method();
  }

  @Override
  public String rawPath() {
    return head.path();
  }

  @Override
  public Query query() {
    return Query.parse(head.query());
  }

  @Override
  public Optional<String> header(String name) {
    return head.headers().first(name);
  }

  @Override
  public List<String> headers(String name) {
    return head.headers().all(name);
  }

  @Override
  public String remoteAddress() {
    return connection.remoteAddress();
  }

  @Override
  public void grant(boolean authenticated) {
    if (authenticated) {
      connection.authenticated();
    } else {
      connection.granted();
    }
  }

  @Override
  public byte[] body(int limit) {
    return content.read(limit);
  }
}
