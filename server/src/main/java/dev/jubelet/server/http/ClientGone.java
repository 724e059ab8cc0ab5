package dev.jubelet.server.http;

import java.io.IOException;

/** The client's side of the connection has ended or failed; no fault of the agent's. */
public final class ClientGone extends IOException {
  public ClientGone(String message) {
    super(message);
  }

  public ClientGone(IOException cause) {
    super("the client has gone: " + cause.getMessage(), cause);
  }
}
