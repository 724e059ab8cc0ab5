package dev.jubelet.edge.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON text into a tree.
 *
 * <p>Thread: any; keeps nothing.
 */
final class JsonReader {
  private static final StreamReadConstraints LIMITS =
      StreamReadConstraints.builder()
          .maxNestingDepth(DocumentReader.MAX_DEPTH)
          .maxTokenCount(2L * DocumentReader.MAX_NODES)
          .build();
  private static final ObjectMapper STRICT = mapper(true);
  private static final ObjectMapper FORGIVING = mapper(false);

  private JsonReader() {}

  private static ObjectMapper mapper(boolean strict) {
    return new ObjectMapper(
        JsonFactory.builder()
            .configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION, strict)
            .streamReadConstraints(LIMITS)
            .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
            .build());
  }

  static Documents read(String text, boolean forgivesRepeatedKeys) {
    try {
      return new Documents(List.of(new Document(tree(STRICT, text), 1)), 0, List.of());
    } catch (DocumentException e) {
      String key = repeatedKey(e.problem());
      if (!forgivesRepeatedKeys || key == null) {
        throw e;
      }
      Documents.RepeatedKey repeated = new Documents.RepeatedKey(key, e.place());
      return new Documents(List.of(new Document(tree(FORGIVING, text), 1)), 0, List.of(repeated));
    }
  }

  private static JsonNode tree(ObjectMapper mapper, String text) {
    try (JsonParser parser = mapper.createParser(text)) {
      JsonNode root = mapper.readTree(parser);
      if (parser.nextToken() != null) {
        throw malformed("has more after the JSON object", parser.currentTokenLocation());
      }
      return root;
    } catch (JsonProcessingException e) {
      throw malformed(withoutWord(e.getOriginalMessage()), e.getLocation());
    } catch (IOException e) {
      throw new IllegalStateException("reading a string cannot fail", e);
    }
  }

  /** The parser quotes a word that is not JSON, which may be half of a secret. */
  private static String withoutWord(String message) {
    return message.startsWith("Unrecognized token") ? "unrecognized word" : message;
  }

  /** The key that the parser names, or null when it complains of something else. */
  private static @Nullable String repeatedKey(String message) {
    String start = "Duplicate field '";
    int end = message.lastIndexOf('\'');
    return message.startsWith(start) && end > start.length()
        ? message.substring(start.length(), end)
        : null;
  }

  private static DocumentException malformed(String problem, @Nullable JsonLocation at) {
    Place place = at == null ? Place.UNKNOWN : new Place(at.getLineNr(), at.getColumnNr());
    return new DocumentException(DocumentException.Kind.JSON, problem, place);
  }
}
