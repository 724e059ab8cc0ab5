package dev.jubelet.probe.http;

import dev.jubelet.base.http.Characters;
import dev.jubelet.base.http.HeadWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A GET with its headers; what the spec says goes before the defaults. Pure. */
public record HttpRequest(HttpTarget target, List<Header> headers) {

  public record Header(String name, String value) {
    boolean is(String other) {
      return name.equalsIgnoreCase(other);
    }
  }

  public HttpRequest {
    headers = List.copyOf(headers);
  }

  /** The given headers, with User-Agent and Accept where they are not among them. */
  public static HttpRequest of(HttpTarget target, List<Header> given, String userAgent) {
    List<Header> all = new ArrayList<>(given);
    if (given.stream().noneMatch(h -> h.is("User-Agent"))) {
      all.add(new Header("User-Agent", userAgent));
    }
    if (given.stream().noneMatch(h -> h.is("Accept"))) {
      all.add(new Header("Accept", "*/*"));
    }
    return new HttpRequest(target, all);
  }

  public HttpRequest to(HttpTarget other) {
    return new HttpRequest(other, headers);
  }

  public HttpRequest without(String header) {
    return new HttpRequest(target, headers.stream().filter(h -> !h.is(header)).toList());
  }

  byte[] bytes() throws HttpException {
    HeadWriter head = HeadWriter.request("GET", target.path()).field("Host", octets(host()));
    for (Header header : headers) {
      if (isSent(header)) {
        check(header);
        head.field(header.name(), octets(header.value().strip()));
      }
    }
    return head.field("Connection", "close").bytes();
  }

  /** A head is written octet by octet; text of a spec goes out in UTF-8. */
  private static String octets(String value) {
    return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private String host() throws HttpException {
    for (Header header : headers) {
      if (header.is("Host") && !header.value().isBlank()) {
        check(header);
        return header.value().strip();
      }
    }
    return target.authority();
  }

  /** An empty Accept or User-Agent asks for none; Host and Connection are written once. */
  private static boolean isSent(Header header) {
    return switch (header.name().toLowerCase(Locale.ROOT)) {
      case "host", "connection", "content-length", "transfer-encoding" -> false;
      case "accept", "user-agent" -> !header.value().isEmpty();
      default -> true;
    };
  }

  /** A line break in a header would begin a header, or a request, of somebody's choice. */
  private static void check(Header header) throws HttpException {
    if (!Characters.isToken(header.name())) {
      throw new HttpException(
          HttpException.Kind.REQUEST,
          "net/http: invalid header field name \"" + header.name() + "\"");
    }
    if (!Characters.isFieldValue(octets(header.value()))) {
      throw new HttpException(
          HttpException.Kind.REQUEST,
          "net/http: invalid header field value for \"" + header.name() + "\"");
    }
  }
}
