package dev.jubelet.server.listener;

import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Handler;
import dev.jubelet.server.http.Refusal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Pages for tests; remembers what was asked. */
final class TestPages implements Handler {
  private static final byte[] MADE = "m".repeat(20_000).getBytes(StandardCharsets.US_ASCII);

  final List<String> asked = new CopyOnWriteArrayList<>();

  @Override
  public void handle(Exchange exchange) throws IOException {
    asked.add(exchange.request().method() + " " + exchange.request().rawPath());
    switch (exchange.request().rawPath()) {
      case "/hello" -> exchange.text(200, "hello");
      case "/large" -> exchange.text(200, "x".repeat(1024 * 1024));
      case "/echo" -> echo(exchange);
      case "/pieces" -> pieces(exchange);
      case "/empty" -> exchange.response().status(204).send(new byte[0]);
      case "/silent" -> exchange.response().status(202);
      case "/bye" -> bye(exchange);
      case "/inject" -> exchange.response().header("X", "a\r\nY: b");
      case "/unreadable" -> throw new IOException("the disk is on fire");
      case "/broken" -> throw new IllegalStateException("cannot happen");
      case "/half" -> half(exchange);
      case "/made" -> exchange.response().status(200).send(out -> out.write(MADE));
      case "/badly-made" -> exchange.response().status(200).send(TestPages::makeBadly);
      default -> exchange.text(404, "no such page");
    }
  }

  private static void echo(Exchange exchange) {
    try {
      byte[] body = exchange.request().body(100_000);
      exchange.text(200, new String(body, StandardCharsets.ISO_8859_1));
    } catch (Refusal e) {
      exchange.text(e.status(), e.text());
    }
  }

  private static void pieces(Exchange exchange) throws IOException {
    try (OutputStream out = exchange.response().stream(() -> {})) {
      out.write("one".getBytes(StandardCharsets.US_ASCII));
      out.flush();
      out.write("three".getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static void bye(Exchange exchange) {
    exchange.response().header("Connection", "close");
    exchange.text(200, "bye");
  }

  private static void makeBadly(OutputStream out) throws IOException {
    out.write(MADE);
    throw new IOException("the disk is on fire");
  }

  private static void half(Exchange exchange) throws IOException {
    OutputStream out = exchange.response().stream(() -> {});
    out.write("half".getBytes(StandardCharsets.US_ASCII));
    out.flush();
    throw new IllegalStateException("cannot happen");
  }
}
