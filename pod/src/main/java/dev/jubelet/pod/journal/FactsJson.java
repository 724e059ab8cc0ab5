package dev.jubelet.pod.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.objects.Token;
import dev.jubelet.pod.objects.TokenKey;
import dev.jubelet.pod.translate.env.ClusterService;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a pod was given, as fields of its entry. A field that is missing counts as empty. */
final class FactsJson {
  private static final String OBJECTS = "objects";
  private static final String TOKENS = "tokens";
  private static final String SERVICES = "services";
  private static final String RUNTIME_CLASSES = "runtimeClasses";

  private FactsJson() {}

  static void write(PodFacts facts, ObjectNode root) {
    ArrayNode objects = root.putArray(OBJECTS);
    facts.values().forEach((key, values) -> write(key, values, objects.addObject()));
    ArrayNode tokens = root.putArray(TOKENS);
    facts.tokens().forEach((key, token) -> write(key, token, tokens.addObject()));
    ObjectNode services = root.putObject(SERVICES);
    facts
        .services()
        .forEach(
            (namespace, all) -> {
              ArrayNode list = services.putArray(namespace);
              all.forEach(service -> write(service, list.addObject()));
            });
    ObjectNode classes = root.putObject(RUNTIME_CLASSES);
    facts.runtimeClasses().forEach(classes::put);
  }

  private static void write(ValueKey key, Optional<Lookup.Found> found, ObjectNode node) {
    node.put("facet", key.facet().name());
    node.put("namespace", key.namespace());
    node.put("name", key.name());
    found.ifPresent(
        object -> {
          node.put("uid", object.uid());
          node.put("type", object.type());
          ObjectNode encoded = node.putObject("values");
          object.values().forEach((name, value) -> encoded.put(name, value.toByteArray()));
        });
  }

  private static void write(TokenKey key, Token token, ObjectNode node) {
    node.put("serviceAccount", key.serviceAccount());
    ArrayNode audiences = node.putArray("audiences");
    key.audiences().forEach(audiences::add);
    node.put("lifeSeconds", key.lifeSeconds());
    node.put("accountUid", key.accountUid());
    node.put("value", token.value());
    node.put("life", token.life().toString());
    node.put("expires", token.expires().toString());
  }

  private static void write(ClusterService service, ObjectNode node) {
    node.put("name", service.name());
    node.put("address", service.address());
    ArrayNode ports = node.putArray("ports");
    for (ClusterService.Port port : service.ports()) {
      ports
          .addObject()
          .put("name", port.name())
          .put("protocol", port.protocol())
          .put("number", port.number());
    }
  }

  static PodFacts read(JsonNode root, Pod pod, ClaimFacts claims) throws IOException {
    return new PodFacts(
        values(root.path(OBJECTS)),
        tokens(root.path(TOKENS), pod),
        services(root.path(SERVICES)),
        runtimeClasses(root.path(RUNTIME_CLASSES)),
        claims);
  }

  private static Map<ValueKey, Optional<Lookup.Found>> values(JsonNode objects) throws IOException {
    Map<ValueKey, Optional<Lookup.Found>> all = new HashMap<>();
    for (JsonNode object : objects) {
      ValueKey key =
          new ValueKey(
              ValueKey.Facet.valueOf(object.path("facet").asText()),
              object.path("namespace").asText(),
              object.path("name").asText());
      all.put(key, object.has("values") ? Optional.of(decoded(object)) : Optional.empty());
    }
    return all;
  }

  private static Lookup.Found decoded(JsonNode object) throws IOException {
    Map<String, ByteString> values = new HashMap<>();
    for (Map.Entry<String, JsonNode> value : object.path("values").properties()) {
      byte[] decoded = value.getValue().binaryValue();
      if (decoded == null) {
        throw new IOException("a value that is not base64");
      }
      values.put(value.getKey(), ByteString.copyFrom(decoded));
    }
    return new Lookup.Found(values, object.path("uid").asText(""), object.path("type").asText(""));
  }

  private static Map<TokenKey, Token> tokens(JsonNode tokens, Pod pod) {
    Map<TokenKey, Token> all = new HashMap<>();
    for (JsonNode token : tokens) {
      List<String> audiences = new ArrayList<>();
      token.path("audiences").forEach(audience -> audiences.add(audience.asText()));
      TokenKey key =
          new TokenKey(
              PodKey.of(pod),
              PodUid.of(pod),
              token.path("serviceAccount").asText(),
              audiences,
              token.path("lifeSeconds").asLong(),
              token.path("accountUid").asText(""));
      all.put(
          key,
          new Token(
              token.path("value").asText(),
              Duration.parse(token.path("life").asText()),
              Instant.parse(token.path("expires").asText())));
    }
    return all;
  }

  private static Map<String, List<ClusterService>> services(JsonNode namespaces) {
    Map<String, List<ClusterService>> all = new HashMap<>();
    for (Map.Entry<String, JsonNode> namespace : namespaces.properties()) {
      List<ClusterService> services = new ArrayList<>();
      namespace.getValue().forEach(node -> services.add(service(namespace.getKey(), node)));
      all.put(namespace.getKey(), List.copyOf(services));
    }
    return all;
  }

  private static ClusterService service(String namespace, JsonNode node) {
    List<ClusterService.Port> ports = new ArrayList<>();
    for (JsonNode port : node.path("ports")) {
      ports.add(
          new ClusterService.Port(
              port.path("name").asText(),
              port.path("protocol").asText(),
              port.path("number").asInt()));
    }
    return new ClusterService(
        namespace, node.path("name").asText(), node.path("address").asText(), ports);
  }

  private static Map<String, String> runtimeClasses(JsonNode classes) {
    Map<String, String> handlers = new HashMap<>();
    classes.properties().forEach(entry -> handlers.put(entry.getKey(), entry.getValue().asText()));
    return handlers;
  }
}
