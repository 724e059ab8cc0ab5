package dev.jubelet.server.auth;

import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Handler;
import java.io.IOException;

/** Lets only those requests reach a handler that {@link Access} grants. */
public record AccessFilter(Access access, Handler next) implements Handler {

  @Override
  public void handle(Exchange exchange) throws IOException {
    switch (access.check(exchange.request())) {
      case Access.Verdict.Granted(User user) -> {
        exchange.request().grant(!user.equals(User.ANONYMOUS));
        next.handle(exchange);
      }
      case Access.Verdict.Refused(int status, String text) -> exchange.text(status, text);
    }
  }
}
