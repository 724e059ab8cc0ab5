package dev.jubelet.server.http1;

import dev.jubelet.server.http1.RequestHead.Version;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the head of one request. It takes only what cannot be read in two ways: lines end in CR LF,
 * no line is folded, nothing stands between a name and its colon.
 *
 * <p>Thread: the connection's.
 */
public final class HeadReader {
  private static final int MAX_BYTES = 1024 * 1024;
  private static final int USUAL_BYTES = 16 * 1024;
  private static final int MAX_FIELDS = 256;

  private final LineReader lines;
  private final LargeHeads.Claim claim;
  private boolean large;

  private HeadReader(InputStream in, LargeHeads.Claim claim) {
    this.lines = new LineReader(in, USUAL_BYTES, this::moreThanUsual);
    this.claim = claim;
  }

  /**
   * @throws MalformedRequest saying what to answer
   * @throws ClientGone when the client ends before the head does
   */
  public static RequestHead read(InputStream in, LargeHeads.Claim claim) throws IOException {
    return new HeadReader(in, claim).read();
  }

  private int moreThanUsual() throws MalformedRequest {
    if (large) {
      return 0;
    }
    large = true;
    claim.take();
    return MAX_BYTES - USUAL_BYTES;
  }

  private RequestHead read() throws IOException {
    String first = lines.next();
    // RFC 9112 section 2.2: old clients end a body with an empty line too many.
    String[] words = (first.isEmpty() ? lines.next() : first).split(" ", -1);
    if (words.length != 3 || !Characters.isToken(words[0])) {
      throw MalformedRequest.bad("the request line is not valid");
    }
    Version version = version(words[2]);
    Target target = Target.parse(words[0], words[1]);
    Headers headers = new Headers(fields(lines, MAX_FIELDS));
    check(version, headers);
    return new RequestHead(words[0], target.path(), target.query(), version, headers);
  }

  private static Version version(String text) throws MalformedRequest {
    for (Version version : Version.values()) {
      if (version.text().equals(text)) {
        return version;
      }
    }
    throw text.matches("HTTP/[0-9]\\.[0-9]")
        ? MalformedRequest.of(505, "use HTTP/1.1")
        : MalformedRequest.bad("the request line is not valid");
  }

  static List<Headers.Field> fields(LineReader lines, int limit) throws IOException {
    List<Headers.Field> fields = new ArrayList<>();
    for (String line = lines.next(); !line.isEmpty(); line = lines.next()) {
      if (fields.size() == limit) {
        throw MalformedRequest.of(431, "more than " + limit + " headers");
      }
      int colon = line.indexOf(':');
      if (colon < 0 || !Characters.isToken(line.substring(0, colon))) {
        throw MalformedRequest.bad("a header has no valid name");
      }
      fields.add(new Headers.Field(line.substring(0, colon), trim(line.substring(colon + 1))));
    }
    return fields;
  }

  /** Only spaces and tabs: a wider idea of white space would see other values than a proxy. */
  private static String trim(String value) {
    int start = 0;
    int end = value.length();
    while (start < end && isBlank(value.charAt(start))) {
      start++;
    }
    while (start < end && isBlank(value.charAt(end - 1))) {
      end--;
    }
    return value.substring(start, end);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private static void check(Version version, Headers headers) throws MalformedRequest {
    int hosts = headers.all("Host").size();
    if (hosts > 1) {
      throw MalformedRequest.bad("too many Host headers");
    }
    if (hosts == 0 && version == Version.HTTP_1_1) {
      throw MalformedRequest.bad("missing required Host header");
    }
    for (String expectation : headers.all("Expect")) {
      if (!expectation.equalsIgnoreCase("100-continue")) {
        throw MalformedRequest.of(417, "only 100-continue can be expected");
      }
    }
  }
}
