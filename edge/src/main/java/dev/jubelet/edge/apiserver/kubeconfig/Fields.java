package dev.jubelet.edge.apiserver.kubeconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One mapping of a kubeconfig, read field by field. It knows its place in the file, so that every
 * complaint can name it.
 */
final class Fields {
  private final String place;
  private final Map<String, JsonNode> values;

  private Fields(String place, Map<String, JsonNode> values) {
    this.place = place;
    this.values = values;
  }

  /** {@code place} ends with a separator, or is the file's name followed by ": ". */
  static Fields of(String place, JsonNode value) {
    if (!(value instanceof ObjectNode object)) {
      throw invalid(place.replaceAll("[.: ]+$", "") + " must be a mapping");
    }
    Map<String, JsonNode> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      if (!entry.getValue().isNull()) {
        values.put(entry.getKey(), entry.getValue());
      }
    }
    return new Fields(place, values);
  }

  /** Where a field stands, for errors. */
  String place(String field) {
    return place + field;
  }

  Optional<Fields> mapping(String field) {
    return Optional.ofNullable(values.get(field)).map(v -> of(place(field) + ".", v));
  }

  /** Text that is not empty; Kubernetes writes an absent value as an empty one. */
  Optional<String> text(String field) {
    JsonNode value = values.get(field);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isTextual()) {
      throw invalid(place(field) + " must be text");
    }
    return Optional.of(value.textValue()).filter(text -> !text.isEmpty());
  }

  String requiredText(String field) {
    return text(field).orElseThrow(() -> invalid(place(field) + " is missing"));
  }

  boolean flag(String field) {
    JsonNode value = values.getOrDefault(field, BooleanNode.FALSE);
    if (!value.isBoolean()) {
      throw invalid(place(field) + " must be true or false");
    }
    return value.booleanValue();
  }

  List<JsonNode> list(String field) {
    JsonNode value = values.get(field);
    if (value == null) {
      return List.of();
    }
    if (!value.isArray()) {
      throw invalid(place(field) + " must be a list");
    }
    return value.valueStream().toList();
  }

  List<String> texts(String field) {
    return list(field).stream()
        .map(
            item -> {
              if (!item.isTextual()) {
                throw invalid(place(field) + " must hold only text");
              }
              return item.textValue();
            })
        .toList();
  }

  /** The fields that are given but not among those. */
  List<String> othersThan(Set<String> known) {
    return values.keySet().stream().filter(f -> !known.contains(f)).map(this::place).toList();
  }

  /** Refuses a field that would change who we are if it were left out. */
  void refuse(String field, String instead) {
    if (values.containsKey(field)) {
      throw new KubeconfigException(
          KubeconfigException.Kind.UNSUPPORTED,
          place(field) + " is not supported; " + instead,
          null);
    }
  }

  static KubeconfigException invalid(String message) {
    return new KubeconfigException(KubeconfigException.Kind.INVALID, message, null);
  }
}
