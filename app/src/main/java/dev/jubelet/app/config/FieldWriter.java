package dev.jubelet.app.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.app.config.field.Field;
import dev.jubelet.app.config.field.KubeletFields;
import java.util.Set;

/** Writes values as the JSON of a v1beta1 KubeletConfiguration, leaving out what upstream omits. */
final class FieldWriter {
  /** Objects that are absent as a whole when nothing in them is set. */
  private static final Set<String> OPTIONAL_OBJECTS = Set.of("tracing", "userNamespaces");

  private FieldWriter() {}

  static ObjectNode write(FieldValues values) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("kind", FieldReader.KIND);
    root.put("apiVersion", FieldReader.API_VERSION);
    KubeletFields.ALL.forEach(field -> write(field, values, root));
    return root;
  }

  private static <T> void write(Field<T> field, FieldValues values, ObjectNode root) {
    T value = values.get(field);
    JsonNode node = value == null ? null : field.encode(value);
    String[] names = field.path().split("\\.", -1);
    if (node == null && OPTIONAL_OBJECTS.contains(names[0])) {
      return;
    }
    ObjectNode at = root;
    for (int i = 0; i < names.length - 1; i++) {
      at = at.withObjectProperty(names[i]);
    }
    if (node != null) {
      at.set(names[names.length - 1], node);
    }
  }
}
