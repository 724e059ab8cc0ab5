package dev.jubelet.image.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The fields of a JSON object, strict about their kinds: throws {@link JsonTextException} with the
 * field's name, never its value. Null counts as not given. Pure.
 *
 * @param path of the object in its document, empty for the document itself
 */
public record Fields(JsonNode object, String path) {
  public Fields {
    if (!object.isObject()) {
      throw new JsonTextException((path.isEmpty() ? "" : path + " ") + "is not a JSON object");
    }
  }

  public static Fields of(JsonNode object) {
    return new Fields(object, "");
  }

  /** Refuses fields that are not in the list. */
  public Fields only(Set<String> known) {
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      if (!known.contains(field.getKey())) {
        throw new JsonTextException("has an unknown field \"" + place(field.getKey()) + "\"");
      }
    }
    return this;
  }

  /** Empty when it is not given. */
  public String text(String name) {
    return find(name).map(value -> textOf(value, name)).orElse("");
  }

  public Optional<Boolean> flag(String name) {
    return find(name)
        .map(
            value -> {
              if (!value.isBoolean()) {
                throw wrong(name, "true or false");
              }
              return value.booleanValue();
            });
  }

  public List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (JsonNode item : items(name)) {
      texts.add(textOf(item, name));
    }
    return List.copyOf(texts);
  }

  public List<Fields> objects(String name) {
    List<Fields> objects = new ArrayList<>();
    for (JsonNode item : items(name)) {
      objects.add(new Fields(item, place(name) + "[" + objects.size() + "]"));
    }
    return List.copyOf(objects);
  }

  public Optional<Fields> child(String name) {
    return find(name).map(value -> new Fields(value, place(name)));
  }

  /** The objects in a mapping, in the order of their keys. */
  public Map<String, Fields> children(String name) {
    Map<String, Fields> children = new TreeMap<>();
    child(name)
        .ifPresent(
            map ->
                map.object()
                    .properties()
                    .forEach(
                        entry ->
                            children.put(
                                entry.getKey(),
                                new Fields(entry.getValue(), map.place(entry.getKey())))));
    return children;
  }

  public Optional<JsonNode> find(String name) {
    return Optional.ofNullable(object.get(name)).filter(value -> !value.isNull());
  }

  public JsonTextException wrong(String name, String expected) {
    return new JsonTextException("has a field \"" + place(name) + "\" that is not " + expected);
  }

  private JsonNode items(String name) {
    Optional<JsonNode> found = find(name);
    if (found.isPresent() && !found.get().isArray()) {
      throw wrong(name, "a list");
    }
    return found.orElseGet(JsonText::newObject);
  }

  private String textOf(JsonNode value, String name) {
    if (!value.isTextual()) {
      throw wrong(name, "a string");
    }
    return value.textValue();
  }

  private String place(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
