package dev.jubelet.server.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A request and its answer in memory. */
public final class FakeExchange implements Request, Response {
  private final String method;
  private final String path;
  private final Query query;
  private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, String> sentHeaders = new TreeMap<>();
  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private List<X509Certificate> certificates = List.of();
  private byte[] body = {};
  private int status = 200;
  private boolean committed;

  public FakeExchange(String method, String target) {
    int mark = target.indexOf('?');
    this.method = method;
    this.path = mark < 0 ? target : target.substring(0, mark);
    this.query = mark < 0 ? Query.EMPTY : Query.parse(target.substring(mark + 1));
  }

  public static FakeExchange get(String target) {
    return new FakeExchange("GET", target);
  }

  public FakeExchange withCertificates(List<X509Certificate> chain) {
    certificates = chain;
    return this;
  }

  public FakeExchange withHeader(String name, String value) {
    headers.put(name, value);
    return this;
  }

  public FakeExchange withBody(String text) {
    body = text.getBytes(StandardCharsets.UTF_8);
    return this;
  }

  /** Sends it through a handler. */
  public FakeExchange through(Handler handler) throws IOException {
    handler.handle(new Exchange(this, this));
    return this;
  }

  public int status() {
    return status;
  }

  public byte[] bytes() {
    return sent.toByteArray();
  }

  public String text() {
    return sent.toString(StandardCharsets.UTF_8);
  }

  public Map<String, String> sentHeaders() {
    return sentHeaders;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public String rawPath() {
    return path;
  }

  @Override
  public Query query() {
    return query;
  }

  @Override
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  @Override
  public List<String> headers(String name) {
    return List.of();
  }

  @Override
  public List<X509Certificate> clientCertificates() {
    return certificates;
  }

  @Override
  public byte[] body(int limit) {
    if (body.length > limit) {
      throw new Refusal(413, "too long");
    }
    return body;
  }

  @Override
  public Response status(int code) {
    status = code;
    return this;
  }

  @Override
  public Response header(String name, String value) {
    sentHeaders.put(name, value);
    return this;
  }

  @Override
  public void send(List<byte[]> pieces) {
    committed = true;
    pieces.forEach(sent::writeBytes);
  }

  @Override
  public void send(byte[] body) {
    committed = true;
    sent.writeBytes(body);
  }

  @Override
  public void send(BodyMaker maker) {
    try {
      committed = true;
      maker.writeTo(sent);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public OutputStream stream(Runnable clientGone) {
    committed = true;
    return sent;
  }

  @Override
  public void watchClient(Runnable clientGone) {}

  @Override
  public boolean upgradable() {
    return false;
  }

  @Override
  public RawConnection upgrade() {
    throw new UnsupportedOperationException("there is no connection in memory");
  }

  @Override
  public boolean committed() {
    return committed;
  }
}
