package dev.jubelet.image.plugin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.image.credential.CredentialException;
import dev.jubelet.image.credential.Keyring;
import dev.jubelet.image.credential.Login;
import dev.jubelet.image.json.Fields;
import dev.jubelet.image.json.JsonText;
import dev.jubelet.image.json.JsonTextException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What a plugin is told on its standard input and what it says on its output. Pure. */
final class ProviderProtocol {
  private static final Set<String> FIELDS =
      Set.of("apiVersion", "kind", "cacheKeyType", "cacheDuration", "auth");

  private ProviderProtocol() {}

  /** For which other requests an answer is good. */
  enum KeyType {
    IMAGE,
    REGISTRY,
    GLOBAL
  }

  /**
   * An answer. Its text form shows no login.
   *
   * @param duration empty for the provider's usual one
   */
  record Response(KeyType keyType, Optional<Duration> duration, List<Keyring.Entry> auth) {}

  static byte[] request(String apiVersion, String image, Optional<AccountScope> scope) {
    ObjectNode root = JsonText.newObject();
    root.put("kind", "CredentialProviderRequest").put("apiVersion", apiVersion);
    root.put("image", image);
    scope.ifPresent(
        account -> {
          root.put("serviceAccountToken", account.token());
          if (!account.annotations().isEmpty()) {
            ObjectNode annotations = root.putObject("serviceAccountAnnotations");
            new TreeMap<>(account.annotations()).forEach(annotations::put);
          }
        });
    byte[] line = JsonText.bytes(root);
    byte[] whole = Arrays.copyOf(line, line.length + 1);
    whole[line.length] = '\n';
    return whole;
  }

  /** Throws {@link CredentialException} for anything else than a proper answer. */
  static Response response(byte[] output, String apiVersion) {
    Fields root;
    List<Keyring.Entry> auth;
    Optional<Duration> duration;
    try {
      root = Fields.of(JsonText.object(output));
      String version = root.text("apiVersion");
      if (!version.equals(apiVersion)) {
        throw new CredentialException(
            "apiVersion from credential plugin response did not match expected apiVersion:%s,"
                    .formatted(apiVersion)
                + " actual apiVersion:"
                + version);
      }
      root.only(FIELDS);
      if (!root.text("kind").equals("CredentialProviderResponse")) {
        throw undecodable();
      }
      auth = auth(root.children("auth"));
      duration = ProviderConfigReader.duration(root, "cacheDuration");
    } catch (JsonTextException e) {
      // The details may name what is secret.
      throw undecodable();
    }
    return new Response(keyType(root.text("cacheKeyType")), duration, auth);
  }

  private static List<Keyring.Entry> auth(Map<String, Fields> entries) {
    List<Keyring.Entry> auth = new ArrayList<>();
    entries.forEach(
        (registry, login) -> {
          login.only(Set.of("username", "password"));
          auth.add(
              new Keyring.Entry(
                  registry, new Login(login.text("username"), login.text("password"), "")));
        });
    return List.copyOf(auth);
  }

  private static KeyType keyType(String text) {
    return switch (text) {
      case "Image" -> KeyType.IMAGE;
      case "Registry" -> KeyType.REGISTRY;
      case "Global" -> KeyType.GLOBAL;
      default ->
          throw new CredentialException(
              "credential provider plugin did not return a valid cacheKeyType: \"" + text + "\"");
    };
  }

  private static CredentialException undecodable() {
    return new CredentialException(
        "error decoding credential provider plugin response from stdout");
  }
}
