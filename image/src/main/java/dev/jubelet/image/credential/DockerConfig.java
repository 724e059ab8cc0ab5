package dev.jubelet.image.credential;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jubelet.image.json.Fields;
import dev.jubelet.image.json.JsonText;
import dev.jubelet.image.json.JsonTextException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads logins out of docker's configuration, in its present form ({@code config.json}, with {@code
 * auths}) and the one before ({@code .dockercfg}, the bare mapping). Field names count in any case,
 * as docker's own reader takes them. Throws {@link JsonTextException}; one bad entry spoils the
 * whole. Pure.
 */
final class DockerConfig {
  private DockerConfig() {}

  static List<Keyring.Entry> ofConfigJson(byte[] text) {
    Optional<JsonNode> auths = find(JsonText.object(text), "auths");
    return auths.isPresent() ? entries(auths.get(), "auths") : List.of();
  }

  static List<Keyring.Entry> ofDockercfg(byte[] text) {
    return entries(JsonText.object(text), "");
  }

  private static List<Keyring.Entry> entries(JsonNode mapping, String path) {
    List<Keyring.Entry> entries = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : new Fields(mapping, path).object().properties()) {
      String place = path.isEmpty() ? entry.getKey() : path + "." + entry.getKey();
      entries.add(new Keyring.Entry(entry.getKey(), login(entry.getValue(), place)));
    }
    return entries;
  }

  private static Login login(JsonNode entry, String place) {
    if (entry.isNull()) {
      return new Login("", "", "");
    }
    Fields fields = new Fields(entry, place);
    String auth = text(fields, "auth");
    String email = text(fields, "email");
    if (auth.isEmpty()) {
      return new Login(text(fields, "username"), text(fields, "password"), email);
    }
    String decoded = decoded(auth, place);
    int colon = decoded.indexOf(':');
    if (colon < 0) {
      throw unusable(place);
    }
    return new Login(decoded.substring(0, colon), decoded.substring(colon + 1), email);
  }

  private static String decoded(String auth, String place) {
    String joined = auth.replace("\r", "").replace("\n", "");
    boolean padded = joined.endsWith("=");
    if (padded && joined.length() % 4 != 0) {
      throw unusable(place);
    }
    try {
      return new String(Base64.getDecoder().decode(joined), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // The cause would quote a part of the value.
      throw unusable(place);
    }
  }

  private static JsonTextException unusable(String place) {
    return new JsonTextException(
        "has an entry \""
            + place
            + "\" that cannot be used: unable to parse auth field, must be formatted as"
            + " base64(username:password)");
  }

  private static String text(Fields fields, String name) {
    return find(fields.object(), name)
        .map(
            value -> {
              if (!value.isTextual()) {
                throw fields.wrong(name, "a string");
              }
              return value.textValue();
            })
        .orElse("");
  }

  private static Optional<JsonNode> find(JsonNode object, String name) {
    return object.properties().stream()
        .filter(field -> field.getKey().equalsIgnoreCase(name) && !field.getValue().isNull())
        .map(Map.Entry::getValue)
        .reduce((_, last) -> last);
  }
}
