package dev.jubelet.app.logging;

import java.util.List;
import java.util.Locale;

/** Knows by their name which values must never be written to a log. */
final class Secrets {
  static final String MASK = "<masked>";

  private static final List<String> ENDINGS =
      List.of(
          "password",
          "passwd",
          "passphrase",
          "token",
          "secret",
          "credential",
          "credentials",
          "authorization",
          "auth",
          "header",
          "headers",
          "cookie",
          "apikey",
          "privatekey",
          "env",
          "environment",
          "dockerconfigjson");

  private Secrets() {}

  /** Spelling does not matter: {@code auth_token}, {@code authToken} and {@code AuthToken}. */
  static boolean isSecret(String key) {
    String plain = key.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "");
    return ENDINGS.stream().anyMatch(plain::endsWith);
  }
}
