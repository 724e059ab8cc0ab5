package dev.jubelet.base.http;

import java.io.IOException;

/**
 * What the peer sent is no message that could be used. Where the next one would begin is unknown,
 * so that the connection cannot be used any more.
 */
public final class MalformedMessage extends IOException {

  /** What is wrong, with the status that a server answers to such a request. */
  public enum Kind {
    /** A line that is not as it must be. */
    SYNTAX(400),
    /** The end of the body is not told, or in more than one way. */
    FRAMING(400),
    /** More than the reader takes. */
    TOO_LARGE(431),
    /** An encoding of the body that is not spoken here. */
    ENCODING(501),
    /** Another HTTP. */
    VERSION(505),
    /** An expectation that cannot be met. */
    EXPECTATION(417),
    /** The peer hung up before the first byte. */
    NOTHING(400),
    /** The peer hung up in the middle. */
    BROKEN_OFF(400);

    private final int status;

    Kind(int status) {
      this.status = status;
    }
  }

  private final Kind kind;
  private final String reason;

  public MalformedMessage(Kind kind, String reason) {
    super(reason);
    this.kind = kind;
    this.reason = reason;
  }

  static MalformedMessage syntax(String reason) {
    return new MalformedMessage(Kind.SYNTAX, reason);
  }

  public Kind kind() {
    return kind;
  }

  /** Whether the peer has gone, so that there is nobody to answer to. */
  public boolean isHangUp() {
    return kind == Kind.NOTHING || kind == Kind.BROKEN_OFF;
  }

  /** What a server answers with. */
  public int status() {
    return kind.status;
  }

  /** What the client of a server reads. */
  public String text() {
    return kind.status + " " + StatusText.of(kind.status) + ": " + reason;
  }
}
