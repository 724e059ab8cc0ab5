package dev.jubelet.server.listener;

import dev.jubelet.base.http.BodyInput;
import dev.jubelet.base.http.HeadWriter;
import dev.jubelet.base.http.HttpVersion;
import dev.jubelet.base.http.MalformedMessage;
import dev.jubelet.server.http.Refusal;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The body of a request: asked for when a client waits to be asked, read within a time limit, and
 * read over to its end afterwards.
 *
 * <p>Thread: the connection's.
 */
final class IncomingBody {
  private static final byte[] CONTINUE = HeadWriter.response(HttpVersion.HTTP_1_1, 100).bytes();
  private static final int MOST_IGNORED = 64 * 1024;

  private final BodyInput in;
  private final OutputStream out;
  private final ConnectionDeadline deadline;
  private boolean withheld;
  private boolean failed;

  /**
   * @param withheld whether the client sends the body only when it is asked to
   */
  IncomingBody(BodyInput in, OutputStream out, ConnectionDeadline deadline, boolean withheld) {
    this.in = in;
    this.out = out;
    this.deadline = deadline;
    this.withheld = withheld && !in.complete();
  }

  /** All of it; {@link Refusal} when it is longer than the limit or not as announced. */
  byte[] read(int limit) {
    deadline.set(ConnectionDeadline.REQUEST);
    try {
      askForIt();
      byte[] body = in.readNBytes(limit + 1);
      if (body.length > limit) {
        throw new Refusal(413, "the body is longer than " + limit + " bytes");
      }
      return body;
    } catch (MalformedMessage e) {
      failed = true;
      throw e.isHangUp() ? brokenOff() : new Refusal(e.status(), e.text());
    } catch (IOException e) {
      failed = true;
      throw brokenOff();
    } finally {
      deadline.clear();
    }
  }

  private static Refusal brokenOff() {
    return new Refusal(400, "the body broke off");
  }

  private void askForIt() throws IOException {
    if (withheld) {
      withheld = false;
      out.write(CONTINUE);
    }
  }

  /** Whether nothing of it is left on the connection. */
  boolean complete() {
    return in.complete();
  }

  /**
   * Reads over what the handler left. False when that is too much, or may come or not, so that
   * nobody can tell where the next request begins.
   */
  boolean skipRest() {
    if (failed || withheld || in.complete()) {
      return !failed && !withheld;
    }
    deadline.set(ConnectionDeadline.REQUEST);
    try {
      in.skip(MOST_IGNORED);
      return in.complete() || in.read() < 0;
    } catch (IOException e) {
      // Nobody wanted to read it, so nobody minds that it cannot be read.
      failed = true;
      return false;
    } finally {
      deadline.clear();
    }
  }
}
