package dev.jubelet.server.http;

import java.io.IOException;

/** Answers one exchange; blocks as long as it needs. */
@FunctionalInterface
public interface Handler {
  void handle(Exchange exchange) throws IOException;
}
