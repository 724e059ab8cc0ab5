package dev.jubelet.edge.apiserver.kubeconfig;

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
  private final Map<String, Object> values;

  private Fields(String place, Map<String, Object> values) {
    this.place = place;
    this.values = values;
  }

  /** {@code place} ends with a separator, or is the file's name followed by ": ". */
  static Fields of(String place, Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      throw invalid(place.replaceAll("[.: ]+$", "") + " must be a mapping");
    }
    Map<String, Object> values = new LinkedHashMap<>();
    map.forEach(
        (key, content) -> {
          if (content != null) {
            values.put(String.valueOf(key), content);
          }
        });
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
    Object value = values.get(field);
    if (value == null || "".equals(value)) {
      return Optional.empty();
    }
    if (!(value instanceof String text)) {
      throw invalid(place(field) + " must be text");
    }
    return Optional.of(text);
  }

  String requiredText(String field) {
    return text(field).orElseThrow(() -> invalid(place(field) + " is missing"));
  }

  boolean flag(String field) {
    Object value = values.getOrDefault(field, false);
    if (!(value instanceof Boolean flag)) {
      throw invalid(place(field) + " must be true or false");
    }
    return flag;
  }

  List<?> list(String field) {
    Object value = values.getOrDefault(field, List.of());
    if (!(value instanceof List<?> list)) {
      throw invalid(place(field) + " must be a list");
    }
    return list;
  }

  List<String> texts(String field) {
    return list(field).stream()
        .map(
            item -> {
              if (!(item instanceof String text)) {
                throw invalid(place(field) + " must hold only text");
              }
              return text;
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
