package dev.jubelet.testing.registry;

import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;

/** Who may read a repository. */
public sealed interface RegistryAccess {
  RegistryAccess OPEN = new Open();

  /** The challenge for somebody who may not; empty for one who may. */
  Optional<String> challenge(HttpExchange exchange, String address, String repository);

  /** Everybody. */
  record Open() implements RegistryAccess {
    @Override
    public Optional<String> challenge(HttpExchange exchange, String address, String repository) {
      return Optional.empty();
    }
  }

  /** Who sends this name and password with each request. */
  record Basic(String username, String password) implements RegistryAccess {
    @Override
    public Optional<String> challenge(HttpExchange exchange, String address, String repository) {
      return isGiven(exchange, username, password)
          ? Optional.empty()
          : Optional.of("Basic realm=\"registry\"");
    }
  }

  /** Who got a token at the registry's token page, for this name and password. */
  record Token(String username, String password) implements RegistryAccess {
    @Override
    public Optional<String> challenge(HttpExchange exchange, String address, String repository) {
      return ("Bearer " + token()).equals(header(exchange))
          ? Optional.empty()
          : Optional.of(
              "Bearer realm=\"http://%s/token\",service=\"registry\",scope=\"repository:%s:pull\""
                  .formatted(address, repository));
    }

    String token() {
      return "token-of-" + username;
    }

    boolean isOwner(HttpExchange exchange) {
      return isGiven(exchange, username, password);
    }
  }

  private static boolean isGiven(HttpExchange exchange, String username, String password) {
    String pair = username + ":" + password;
    return ("Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)))
        .equals(header(exchange));
  }

  private static String header(HttpExchange exchange) {
    return Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Authorization"), "");
  }
}
