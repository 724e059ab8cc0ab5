package dev.jubelet.server.websocket;

import java.io.IOException;

/** The client does not keep to the protocol; the connection cannot be used any more. */
final class ProtocolException extends IOException {
  ProtocolException(String message) {
    super(message);
  }
}
