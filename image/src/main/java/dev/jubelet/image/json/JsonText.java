package dev.jubelet.image.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Reads and writes whole JSON texts. What is wrong with a text is told by its place only: the text
 * may hold a password.
 *
 * <p>Thread: any.
 */
public final class JsonText {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder().recyclerPool(JsonRecyclerPools.nonRecyclingPool()).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private JsonText() {}

  /** Throws {@link JsonTextException} unless it is one JSON object. */
  public static ObjectNode object(byte[] text) {
    JsonNode root;
    try {
      root = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new JsonTextException("is not valid JSON" + place(e));
    } catch (IOException e) {
      throw new JsonTextException("is not valid JSON");
    }
    if (root instanceof ObjectNode object) {
      return object;
    }
    throw new JsonTextException("is not a JSON object");
  }

  /** On one line, without a line end. */
  public static byte[] bytes(ObjectNode root) {
    return root.toString().getBytes(StandardCharsets.UTF_8);
  }

  public static ObjectNode newObject() {
    return MAPPER.createObjectNode();
  }

  private static String place(JsonProcessingException e) {
    return e.getLocation() == null
        ? ""
        : " (line %d, column %d)"
            .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
  }
}
