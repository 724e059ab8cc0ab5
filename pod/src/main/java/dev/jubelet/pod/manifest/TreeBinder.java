package dev.jubelet.pod.manifest;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.jubelet.pod.manifest.ManifestException.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Turns trees into types of the API, strict about the types of fields. Unknown fields become
 * warnings.
 *
 * <p>Thread: one manifest per instance, on the caller's.
 */
final class TreeBinder {
  private final List<String> warnings;

  TreeBinder(List<String> warnings) {
    this.warnings = warnings;
  }

  /** The prefix is the place of the tree in the manifest. */
  <T> T bind(Class<T> type, JsonNode tree, String prefix) {
    List<UnknownField> unknown = new ArrayList<>();
    ObjectReader reader =
        KubernetesJson.mapper().readerFor(type).withAttribute(KubernetesJson.UNKNOWN, unknown);
    try {
      T bound = reader.readValue(tree);
      unknown.forEach(field -> warnings.add(prefix + field.message()));
      return bound;
    } catch (JsonMappingException e) {
      throw new ManifestException(Kind.UNEXPECTED, prefix + path(e) + ": " + reason(e));
    } catch (IOException e) {
      throw new ManifestException(Kind.UNEXPECTED, prefix + e.getMessage());
    }
  }

  private static String path(JsonMappingException e) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference step : e.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return path.toString();
  }

  private static String reason(JsonMappingException e) {
    if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
      return "expected " + describe(mismatch.getTargetType());
    }
    return e.getCause() instanceof IllegalArgumentException cause
        ? String.valueOf(cause.getMessage())
        : e.getOriginalMessage();
  }

  private static String describe(Class<?> type) {
    if (type == String.class) {
      return "a string; put it in quotes";
    }
    if (type == Boolean.class) {
      return "true or false";
    }
    if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
      return "a whole number within its range";
    }
    return Collection.class.isAssignableFrom(type) ? "a list" : "a mapping";
  }
}
