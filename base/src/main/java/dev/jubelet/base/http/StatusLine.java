package dev.jubelet.base.http;

/** The first line of an answer; its phrase has no meaning. Pure. */
record StatusLine(HttpVersion version, int status) {

  static StatusLine parse(String line) throws MalformedMessage {
    if (!line.matches("HTTP/1\\.[01] [1-9][0-9]{2}( .*)?")) {
      throw malformed("HTTP response", line);
    }
    return new StatusLine(version(line), Integer.parseInt(line, 9, 12, 10));
  }

  /** As Go's client reads it: any version in two digits, any number of spaces before the status. */
  static StatusLine parseLeniently(String line) throws MalformedMessage {
    int space = line.indexOf(' ');
    if (space < 0) {
      throw malformed("HTTP response", line);
    }
    String rest = line.substring(space).replaceFirst("^ +", "");
    String status = rest.contains(" ") ? rest.substring(0, rest.indexOf(' ')) : rest;
    if (!status.matches("[0-9]{3}")) {
      throw malformed("HTTP status code", status);
    }
    String protocol = line.substring(0, space);
    if (!protocol.matches("HTTP/[0-9]\\.[0-9]")) {
      throw malformed("HTTP version", protocol);
    }
    return new StatusLine(version(line), Integer.parseInt(status));
  }

  private static HttpVersion version(String line) {
    return line.compareTo(HttpVersion.HTTP_1_1.text()) < 0
        ? HttpVersion.HTTP_1_0
        : HttpVersion.HTTP_1_1;
  }

  private static MalformedMessage malformed(String what, String text) {
    return MalformedMessage.syntax("malformed " + what + " " + Quoted.of(text));
  }
}
