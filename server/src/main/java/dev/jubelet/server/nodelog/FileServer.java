package dev.jubelet.server.nodelog;

import dev.jubelet.base.http.HttpDate;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.http.Request;
import dev.jubelet.server.http.Response;
import dev.jubelet.server.logs.SafeOpen;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Answers with a file or with the list of a directory, as file servers do: parts of files, and
 * nothing when nothing has changed.
 *
 * <p>Thread: the connection's.
 */
final class FileServer {
  private static final int BLOCK = 32 * 1024;
  private static final int SNIFFED = 512;

  private final LogTree tree;

  FileServer(LogTree tree) {
    this.tree = tree;
  }

  /**
   * @param path below the directory; a slash at its end says that a directory is meant
   */
  void answer(Exchange exchange, String path) throws IOException {
    try {
      LogTree.Place place = tree.find(path);
      boolean slash = path.isEmpty() || path.endsWith("/");
      if (place.isDirectory() != slash) {
        redirect(exchange, path, place.isDirectory());
      } else if (place.isDirectory()) {
        directory(exchange, place);
      } else {
        file(exchange, LogTree.open(place));
      }
    } catch (NoSuchFileException e) {
      throw new Refusal(404, "404 page not found\n");
    } catch (AccessDeniedException | SafeOpen.NotRegularException e) {
      throw new Refusal(403, "403 Forbidden\n");
    }
  }

  /** Relative links on a page of a directory are right only when its path ends with a slash. */
  private static void redirect(Exchange exchange, String path, boolean toDirectory) {
    String trimmed = path.replaceAll("/+$", "");
    String last = encoded(trimmed.substring(trimmed.lastIndexOf('/') + 1));
    String location = toDirectory ? last + "/" : "../" + last;
    exchange.response().status(301).header("Location", location).send(new byte[0]);
  }

  private static void directory(Exchange exchange, LogTree.Place place) throws IOException {
    if (unchanged(exchange, Files.getLastModifiedTime(place.real()).toInstant())) {
      return;
    }
    StringBuilder page =
        new StringBuilder(
            "<!doctype html>\n<meta name=\"viewport\" content=\"width=device-width\">\n<pre>\n");
    LogTree.list(place)
        .forEach(
            (name, isDirectory) -> {
              String shown = isDirectory ? name + "/" : name;
              page.append("<a href=\"").append(link(shown)).append("\">");
              page.append(escaped(shown)).append("</a>\n");
            });
    page.append("</pre>\n");
    exchange
        .response()
        .status(200)
        .header("Content-Type", "text/html; charset=utf-8")
        .header("X-Content-Type-Options", "nosniff")
        .send(page.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** A colon in the first piece would be taken for a scheme. */
  private static String link(String name) {
    String encoded = encoded(name).replace("%2F", "/");
    return encoded.contains(":") ? "./" + encoded : encoded;
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20").replace("%3A", ":");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&#34;")
        .replace("'", "&#39;");
  }

  private static void file(Exchange exchange, SafeOpen.Opened opened) throws IOException {
    try (SeekableByteChannel channel = opened.channel()) {
      Instant modified = opened.attributes().lastModifiedTime().toInstant();
      if (unchanged(exchange, modified)) {
        return;
      }
      long size = channel.size();
      String wanted = isFresh(exchange.request(), modified) ? header(exchange, "Range") : "";
      Optional<ByteRange> range = ByteRange.parse(wanted, size);
      if (range.isEmpty()) {
        exchange.response().header("Content-Range", "bytes */" + size);
        throw new Refusal(416, "invalid range: failed to overlap\n");
      }
      send(exchange.response(), channel, range.get(), size);
    }
  }

  private static void send(
      Response response, SeekableByteChannel channel, ByteRange range, long size)
      throws IOException {
    if (range.isWhole(size)) {
      response.status(200);
    } else {
      response.status(206).header("Content-Range", range.contentRange(size));
    }
    response
        .header("Accept-Ranges", "bytes")
        .header("Content-Type", type(channel))
        .header("X-Content-Type-Options", "nosniff")
        .header("Content-Length", Long.toString(range.length()));
    try (OutputStream out = response.stream(() -> {})) {
      copy(channel.position(range.first()), range.length(), out);
    }
  }

  /** Exactly as much as was promised: a log grows meanwhile, and may also be emptied. */
  private static void copy(SeekableByteChannel from, long length, OutputStream to)
      throws IOException {
    ByteBuffer block = ByteBuffer.allocate(BLOCK);
    long left = length;
    while (left > 0) {
      int count = from.read(block.clear().limit((int) Math.min(BLOCK, left)));
      if (count < 0) {
        throw new EOFException("the file became shorter while it was sent");
      }
      to.write(block.array(), 0, count);
      left -= count;
    }
  }

  /** Text unless it has bytes that no text has: what containers wrote is not shown as a page. */
  private static String type(SeekableByteChannel channel) throws IOException {
    ByteBuffer first = ByteBuffer.allocate(SNIFFED);
    channel.read(first);
    if (first.position() > 2 && first.get(0) == (byte) 0x1f && first.get(1) == (byte) 0x8b) {
      return "application/x-gzip";
    }
    for (int i = 0; i < first.position(); i++) {
      byte b = first.get(i);
      if (b >= 0 && b < ' ' && "\t\n\f\r\u001b".indexOf(b) < 0) {
        return "application/octet-stream";
      }
    }
    return Exchange.TEXT;
  }

  /** Tells when it was changed; true when that was answer enough. */
  private static boolean unchanged(Exchange exchange, Instant modified) {
    exchange.response().header("Last-Modified", HttpDate.format(modified));
    Instant seconds = modified.truncatedTo(ChronoUnit.SECONDS);
    Optional<Instant> unless = date(exchange, "If-Unmodified-Since");
    if (unless.isPresent() && seconds.isAfter(unless.get())) {
      throw new Refusal(412, "");
    }
    Optional<Instant> since = date(exchange, "If-Modified-Since");
    if (since.isPresent() && !seconds.isAfter(since.get())) {
      exchange.response().status(304).send(new byte[0]);
      return true;
    }
    return false;
  }

  /** A part is wanted only of the same file. */
  private static boolean isFresh(Request request, Instant modified) {
    return request
        .header("If-Range")
        .map(
            text ->
                HttpDate.parse(text)
                    .filter(modified.truncatedTo(ChronoUnit.SECONDS)::equals)
                    .isPresent())
        .orElse(true);
  }

  private static Optional<Instant> date(Exchange exchange, String name) {
    return exchange.request().header(name).flatMap(HttpDate::parse);
  }

  private static String header(Exchange exchange, String name) {
    return exchange.request().header(name).orElse("");
  }
}
