package dev.jubelet.server.auth;

import dev.jubelet.server.http.Query;
import dev.jubelet.server.http.Request;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/** A GET of the pods with header lines such as {@code Name: value}. */
record RequestWithHeaders(List<String> lines) implements Request {

  static RequestWithHeaders of(String... lines) {
    return new RequestWithHeaders(List.of(lines));
  }

  static RequestWithHeaders bearing(String token) {
    return of("Authorization: Bearer " + token);
  }

  @Override
  public String method() {
    return "GET";
  }

  @Override
  public String rawPath() {
    return "/pods";
  }

  @Override
  public Query query() {
    return Query.EMPTY;
  }

  @Override
  public Optional<String> header(String name) {
    return headers(name).stream().findFirst();
  }

  @Override
  public List<String> headers(String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name + ": "))
        .map(line -> line.substring(name.length() + 2))
        .toList();
  }

  @Override
  public List<X509Certificate> clientCertificates() {
    return List.of();
  }

  @Override
  public byte[] body(int limit) {
    return new byte[0];
  }
}
