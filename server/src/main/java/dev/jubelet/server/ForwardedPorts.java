package dev.jubelet.server;

import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.http.Request;
import dev.jubelet.server.websocket.Handshake;
import java.util.ArrayList;
import java.util.List;

/** The ports in a query: only WebSocket clients name them there, and they must. */
final class ForwardedPorts {
  private static final int MAX_PORT = 65535;

  private ForwardedPorts() {}

  static List<Integer> of(Request request) {
    if (!Handshake.isAskedFor(request)) {
      return List.of();
    }
    List<String> given = request.query().all("port");
    if (given.isEmpty()) {
      throw new Refusal(400, "query parameter \"port\" is required");
    }
    List<Integer> ports = new ArrayList<>();
    for (String list : given) {
      if (list.isEmpty()) {
        throw new Refusal(400, "query parameter \"port\" cannot be empty");
      }
      for (String port : list.split(",", -1)) {
        ports.add(port(port, list));
      }
    }
    return List.copyOf(ports);
  }

  private static int port(String text, String list) {
    if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) > MAX_PORT) {
      throw new Refusal(400, "unable to parse \"%s\" as a port".formatted(list));
    }
    int port = Integer.parseInt(text);
    if (port == 0) {
      throw new Refusal(400, "port \"%s\" must be > 0".formatted(list));
    }
    return port;
  }
}
