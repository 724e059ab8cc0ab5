package dev.jubelet.edge.apiserver.auth;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** The status of an {@code ExecCredential} that a plugin printed. */
record PluginAnswer(
    Optional<String> token, Optional<PemPair> identity, Optional<Instant> expiration) {

  boolean expiredAt(Instant now) {
    return expiration.filter(end -> !end.isAfter(now)).isPresent();
  }

  /** Throws {@link AuthException} with a message that starts with the plugin's name. */
  static PluginAnswer parse(JsonNode root, String version, String plugin) {
    if (!"ExecCredential".equals(root.path("kind").asText())
        || !version.equals(root.path("apiVersion").asText())) {
      throw wrong(plugin, "printed no ExecCredential of " + version);
    }
    JsonNode status = root.path("status");
    Optional<String> token = text(status, "token");
    Optional<String> chain = text(status, "clientCertificateData");
    Optional<String> key = text(status, "clientKeyData");
    if (chain.isPresent() != key.isPresent()) {
      throw wrong(plugin, "printed only one of clientCertificateData and clientKeyData");
    }
    if (token.isEmpty() && chain.isEmpty()) {
      throw wrong(plugin, "printed neither a token nor a client certificate");
    }
    Optional<PemPair> identity =
        chain.flatMap(c -> key.map(k -> new PemPair("the answer of " + plugin, c, k)));
    Optional<Instant> expiration =
        text(status, "expirationTimestamp").map(text -> instant(text, plugin));
    return new PluginAnswer(token, identity, expiration);
  }

  private static Optional<String> text(JsonNode status, String field) {
    return Optional.of(status.path(field).asText("")).filter(text -> !text.isEmpty());
  }

  private static Instant instant(String text, String plugin) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException e) {
      throw wrong(plugin, "printed the expirationTimestamp \"" + text + "\", which is no time");
    }
  }

  private static AuthException wrong(String plugin, String what) {
    return new AuthException(
        AuthException.Kind.PLUGIN_ANSWER, "the credential plugin " + plugin + " " + what, null);
  }

  /** Tokens are kept out of logs. */
  @Override
  public String toString() {
    return "PluginAnswer[until " + expiration + "]";
  }
}
