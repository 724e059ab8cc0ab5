package dev.jubelet.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * An answer whose status can be read.
 *
 * <p>Thread: the connection's. Owns: the status given last.
 */
final class StatusWatch implements Response {
  private static final int IMPLIED = 200;

  private final Response real;
  private int status = IMPLIED;

  StatusWatch(Response real) {
    this.real = real;
  }

  int status() {
    return status;
  }

  @Override
  public Response status(int code) {
    status = code;
    real.status(code);
    return this;
  }

  @Override
  public Response header(String name, String value) {
    real.header(name, value);
    return this;
  }

  @Override
  public void send(byte[] body) {
    real.send(body);
  }

  @Override
  public void send(List<byte[]> pieces) {
    real.send(pieces);
  }

  @Override
  public void send(BodyMaker maker) {
    real.send(maker);
  }

  @Override
  public OutputStream stream(Runnable clientGone) throws IOException {
    return real.stream(clientGone);
  }

  @Override
  public void watchClient(Runnable clientGone) {
    real.watchClient(clientGone);
  }

  @Override
  public boolean upgradable() {
    return real.upgradable();
  }

  @Override
  public RawConnection upgrade() throws IOException {
    return real.upgrade();
  }

  @Override
  public boolean committed() {
    return real.committed();
  }
}
