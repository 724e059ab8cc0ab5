package dev.jubelet.base.http;

import dev.jubelet.base.http.MalformedMessage.Kind;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the head of one message; the input stands right behind it afterwards. Requests are taken
 * only when they cannot be read in two ways: lines end in CR LF, no line is folded, nothing stands
 * between a name and its colon, there is one Host.
 *
 * <p>Thread: the connection's.
 */
public final class HeadReader {
  private final LineReader lines;
  private final int maxFields;
  private final boolean strict;

  private HeadReader(InputStream in, HeadLimits limits, boolean strict) {
    this.lines = new LineReader(in, limits, strict);
    this.maxFields = limits.fields();
    this.strict = strict;
  }

  /**
   * @throws MalformedMessage saying what to answer
   */
  public static RequestHead request(InputStream in, HeadLimits limits) throws IOException {
    return new HeadReader(in, limits, true).request();
  }

  /**
   * The first head that is not interim. The limits are those of all heads together.
   *
   * @throws MalformedMessage when it is none
   */
  public static ResponseHead response(InputStream in, HeadLimits limits) throws IOException {
    return new HeadReader(in, limits, true).finalResponse();
  }

  /** The same, as leniently as Go's client: of servers that are not ours to choose. */
  public static ResponseHead lenientResponse(InputStream in, HeadLimits limits) throws IOException {
    return new HeadReader(in, limits, false).finalResponse();
  }

  private ResponseHead finalResponse() throws IOException {
    ResponseHead head = response();
    while (head.isInterim()) {
      head = response();
    }
    return head;
  }

  private RequestHead request() throws IOException {
    String first = lines.next();
    // RFC 9112 section 2.2: old clients end a body with an empty line too many.
    String[] words = (first.isEmpty() ? lines.next() : first).split(" ", -1);
    if (words.length != 3 || !Characters.isToken(words[0])) {
      throw MalformedMessage.syntax("the request line is not valid");
    }
    HttpVersion version = version(words[2]);
    String target = RequestTarget.parse(words[0], words[1]);
    Headers headers = fields();
    check(version, headers);
    return new RequestHead(words[0], target, version, headers);
  }

  private static HttpVersion version(String text) throws MalformedMessage {
    for (HttpVersion version : HttpVersion.values()) {
      if (version.text().equals(text)) {
        return version;
      }
    }
    throw text.matches("HTTP/[0-9]\\.[0-9]")
        ? new MalformedMessage(Kind.VERSION, "use HTTP/1.1")
        : MalformedMessage.syntax("the request line is not valid");
  }

  private static void check(HttpVersion version, Headers headers) throws MalformedMessage {
    int hosts = headers.all("Host").size();
    if (hosts > 1) {
      throw MalformedMessage.syntax("too many Host headers");
    }
    if (hosts == 0 && version == HttpVersion.HTTP_1_1) {
      throw MalformedMessage.syntax("missing required Host header");
    }
    for (String expectation : headers.all("Expect")) {
      if (!expectation.equalsIgnoreCase("100-continue")) {
        throw new MalformedMessage(Kind.EXPECTATION, "only 100-continue can be expected");
      }
    }
  }

  private ResponseHead response() throws IOException {
    String line = lines.next();
    StatusLine first = strict ? StatusLine.parse(line) : StatusLine.parseLeniently(line);
    return new ResponseHead(first.version(), first.status(), fields());
  }

  private Headers fields() throws IOException {
    return new FieldReader(lines, maxFields, strict).read();
  }
}
