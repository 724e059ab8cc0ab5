package dev.jubelet.server;

import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Refusal;
import java.util.function.Supplier;

/** Turns the agent's "no" into the answer that a client gets. */
final class AgentRefusals {
  private static final String SECONDS_UNTIL_TOKENS_EXPIRE = "60";

  private AgentRefusals() {}

  static <T> T orRefuse(Exchange exchange, Supplier<T> question) {
    try {
      return question.get();
    } catch (AgentException e) {
      if (e.kind() == AgentException.Kind.EXHAUSTED) {
        exchange.response().header("Retry-After", SECONDS_UNTIL_TOKENS_EXPIRE);
      }
      throw new Refusal(e.kind().status(), e.text());
    }
  }
}
