package dev.jubelet.server.helidon;

import dev.jubelet.server.http.Query;
import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.http.Request;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A request over Helidon's. */
record HelidonRequest(ServerRequest from) implements Request {

  @Override
  public String method() {
    return from.prologue().method().text();
  }

  @Override
  public String rawPath() {
    return from.prologue().uriPath().rawPath();
  }

  @Override
  public Query query() {
    return Query.parse(from.prologue().query().rawValue());
  }

  @Override
  public Optional<String> header(String name) {
    return from.headers().first(HeaderNames.create(name));
  }

  boolean asksToClose() {
    return header("Connection").filter(value -> value.equalsIgnoreCase("close")).isPresent();
  }

  @Override
  public List<X509Certificate> clientCertificates() {
    List<X509Certificate> chain = new ArrayList<>();
    for (Certificate certificate : from.remotePeer().tlsCertificates().orElse(new Certificate[0])) {
      if (certificate instanceof X509Certificate x509) {
        chain.add(x509);
      }
    }
    return List.copyOf(chain);
  }

  @Override
  public byte[] body(int limit) {
    if (!from.content().hasEntity()) {
      return new byte[0];
    }
    try (InputStream in = from.content().inputStream()) {
      byte[] body = in.readNBytes(limit + 1);
      if (body.length > limit) {
        throw new Refusal(413, "the body is longer than " + limit + " bytes");
      }
      return body;
    } catch (IOException e) {
      throw new UncheckedIOException("the client's body broke off", e);
    }
  }
}
