package dev.jubelet.pod.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import dev.jubelet.pod.manifest.ManifestException.Kind;
import dev.jubelet.pod.manifest.YamlReader.Document;
import dev.jubelet.pod.manifest.YamlReader.Documents;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads a manifest as YAML or JSON: one v1 Pod or PodList, and in standalone mode also config maps
 * and secrets and several documents. A manifest is whole or refused, so that it is never half in
 * force.
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

  private final boolean standalone;

  /**
   * Without an API server ({@code standalone}) pods may use config maps and secrets, which then
   * come from manifests too; with one, upstream's rule holds that static pods refer to no object.
   */
  public ManifestReader(boolean standalone) {
    this.standalone = standalone;
  }

  /** Returns what the manifest holds, or throws {@link ManifestException} with all problems. */
  public Manifest read(byte[] bytes) {
    return new DocumentBinder(standalone).bind(documents(bytes));
  }

  /** The documents as they are written, for whoever passes them on with changes. */
  public List<JsonNode> trees(byte[] bytes) {
    return documents(bytes).all().stream().map(Document::root).toList();
  }

  private Documents documents(byte[] bytes) {
    String text = decode(bytes);
    return text.stripLeading().startsWith("{")
        ? json(text)
        : YamlReader.read(text, standalone ? Integer.MAX_VALUE : 1);
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

  private static Documents json(String text) {
    try (JsonParser parser = JSON.createParser(text)) {
      JsonNode root = KubernetesJson.mapper().readTree(parser);
      if (parser.nextToken() != null) {
        throw new ManifestException(
            Kind.MALFORMED, "has more after the JSON object" + line(parser));
      }
      return new Documents(List.of(new Document(root, 1)), 0);
    } catch (JsonProcessingException e) {
      String where = e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
      throw new ManifestException(Kind.MALFORMED, withoutToken(e.getOriginalMessage()) + where);
    } catch (IOException e) {
      throw new IllegalStateException("reading a string cannot fail", e);
    }
  }

  /** A token that is not JSON may be half of a secret. */
  private static String withoutToken(String message) {
    return message.startsWith("Unrecognized token") ? "has an unrecognized token" : message;
  }

  private static String line(JsonParser parser) {
    return " (line " + parser.currentTokenLocation().getLineNr() + ")";
  }
}
