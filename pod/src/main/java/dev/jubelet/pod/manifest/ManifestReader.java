package dev.jubelet.pod.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.jubelet.pod.manifest.ManifestException.Kind;
import dev.jubelet.pod.manifest.YamlReader.Document;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a manifest: one v1 Pod or PodList as YAML or JSON. A list is whole or refused, so that a
 * manifest is never half in force.
 *
 * <p>Thread: any; keeps nothing.
 */
public final class ManifestReader {

  /** The largest manifest that is read, as upstream has it. */
  public static final int MAX_BYTES = 10 * 1024 * 1024;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(YamlReader.MAX_DEPTH)
                  .maxTokenCount(2L * YamlReader.MAX_NODES)
                  .build())
          .build();

  private ManifestReader() {}

  /** Returns what the manifest holds, or throws {@link ManifestException} with all problems. */
  public static Manifest read(byte[] bytes) {
    String text = decode(bytes);
    Document document = text.stripLeading().startsWith("{") ? json(text) : YamlReader.read(text);
    List<String> warnings = new ArrayList<>();
    if (document.ignoredAt() > 0) {
      warnings.add(
          "the document at line "
              + document.ignoredAt()
              + " is ignored: a manifest holds one document, put the next in a file of its own");
    }
    return interpret(document.root(), warnings);
  }

  /** Decodes without a second copy; only a replacement character calls for a strict look. */
  private static String decode(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') >= 0 && !isUtf8(bytes)) {
      throw new ManifestException(Kind.MALFORMED, "is not UTF-8 text");
    }
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).hasArray();
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static Document json(String text) {
    try (JsonParser parser = JSON.createParser(text)) {
      JsonNode root = KubernetesJson.mapper().readTree(parser);
      if (parser.nextToken() != null) {
        throw new ManifestException(
            Kind.MALFORMED, "has more after the JSON object" + line(parser));
      }
      return new Document(root, 0);
    } catch (JsonProcessingException e) {
      String where = e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
      throw new ManifestException(Kind.MALFORMED, e.getOriginalMessage() + where);
    } catch (IOException e) {
      throw new IllegalStateException("reading a string cannot fail", e);
    }
  }

  private static String line(JsonParser parser) {
    return " (line " + parser.currentTokenLocation().getLineNr() + ")";
  }

  private static Manifest interpret(JsonNode root, List<String> warnings) {
    if (root.isMissingNode() || root.isNull()) {
      throw new ManifestException(Kind.MALFORMED, "is empty");
    }
    String apiVersion = root.path("apiVersion").asText("");
    String kind = root.path("kind").asText("");
    if (!root.isObject() || kind.isEmpty()) {
      throw new ManifestException(Kind.NOT_A_POD, "has no kind: expected a v1 Pod or PodList");
    }
    if (!apiVersion.equals("v1") || !(kind.equals("Pod") || kind.equals("PodList"))) {
      throw new ManifestException(
          Kind.NOT_A_POD,
          "holds a " + kind + " of " + apiVersion + ": expected a v1 Pod or PodList");
    }
    return kind.equals("Pod")
        ? new PodBinder(warnings).bind(List.of(root), false)
        : new PodBinder(warnings).bind(items(root), true);
  }

  private static List<JsonNode> items(JsonNode list) {
    JsonNode items = list.path("items");
    if (items.isMissingNode() || items.isNull()) {
      items = JsonNodeFactory.instance.arrayNode();
    }
    if (!items.isArray()) {
      throw new ManifestException(Kind.NOT_A_POD, "items: expected a list");
    }
    return items.valueStream().toList();
  }
}
