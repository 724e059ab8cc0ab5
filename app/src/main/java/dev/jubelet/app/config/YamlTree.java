package dev.jubelet.app.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.app.config.value.GoInteger;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.AnchorNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Turns YAML into a JSON tree the way Kubernetes tools read it: YAML 1.2 with the words of 1.1 for
 * true and false and Go's integers. An alias shares the node it names, so that a bomb of aliases
 * stays small. Owns: the nodes seen so far of one document.
 */
final class YamlTree {
  private static final int LARGEST_DEPTH = 100;
  private static final Set<String> TRUE_WORDS = Set.of("yes", "Yes", "YES", "on", "On", "ON");
  private static final Set<String> FALSE_WORDS = Set.of("no", "No", "NO", "off", "Off", "OFF");
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Map<Node, JsonNode> shared = new HashMap<>();
  private final List<String> duplicates = new ArrayList<>();

  private YamlTree() {}

  /** Throws the parser's {@link YamlEngineException}. */
  static Document parse(String text) {
    LoadSettings settings =
        LoadSettings.builder()
            .setSchema(new CoreSchema())
            .setCodePointLimit(DocumentReader.LARGEST_BYTES)
            .build();
    Iterator<Node> documents = new Compose(settings).composeAllFromString(text).iterator();
    if (!documents.hasNext()) {
      return new Document.Unreadable("is empty");
    }
    YamlTree tree = new YamlTree();
    JsonNode root = tree.convert(documents.next(), 0);
    List<String> notes =
        documents.hasNext() ? List.of("only the first YAML document is read") : List.of();
    return new Document.Parsed(root, List.copyOf(tree.duplicates), notes);
  }

  private JsonNode convert(Node node, int depth) {
    JsonNode known = shared.get(node);
    if (known != null) {
      return known;
    }
    if (node.isRecursive() || depth > LARGEST_DEPTH) {
      throw new YamlEngineException("nested too deeply or containing itself");
    }
    JsonNode converted =
        switch (node) {
          case MappingNode map -> convertMap(map, depth);
          case SequenceNode list -> convertList(list, depth);
          case ScalarNode scalar -> convertScalar(scalar);
          case AnchorNode anchor -> convert(anchor.getRealNode(), depth);
          default -> throw new YamlEngineException("unexpected " + node.getNodeType());
        };
    shared.put(node, converted);
    return converted;
  }

  private JsonNode convertMap(MappingNode map, int depth) {
    ObjectNode object = JSON.objectNode();
    for (NodeTuple entry : map.getValue()) {
      if (!(entry.getKeyNode() instanceof ScalarNode key)) {
        throw new YamlEngineException("a map or list cannot be a key" + place(entry.getKeyNode()));
      }
      JsonNode value = convert(entry.getValueNode(), depth + 1);
      if (object.replace(key.getValue(), value) != null) {
        duplicates.add("key \"" + key.getValue() + "\" stands twice" + place(key));
      }
    }
    return object;
  }

  private JsonNode convertList(SequenceNode list, int depth) {
    ArrayNode array = JSON.arrayNode();
    list.getValue().forEach(item -> array.add(convert(item, depth + 1)));
    return array;
  }

  private static JsonNode convertScalar(ScalarNode scalar) {
    String text = scalar.getValue();
    if (!scalar.isPlain()) {
      return JSON.textNode(text);
    }
    Tag tag = scalar.getTag();
    if (tag.equals(Tag.NULL)) {
      return JSON.nullNode();
    }
    if (tag.equals(Tag.BOOL)) {
      return JSON.booleanNode(Boolean.parseBoolean(text));
    }
    return tag.equals(Tag.INT) || tag.equals(Tag.FLOAT) ? number(text) : word(text);
  }

  private static JsonNode word(String text) {
    boolean yes = TRUE_WORDS.contains(text);
    return yes || FALSE_WORDS.contains(text) ? JSON.booleanNode(yes) : JSON.textNode(text);
  }

  private static JsonNode number(String text) {
    try {
      return JSON.numberNode(GoInteger.parse(text, Long.SIZE));
    } catch (IllegalArgumentException notAnInteger) {
      return decimal(text);
    }
  }

  /** Infinities and what else no JSON number can hold stay text, and fail as what they are. */
  private static JsonNode decimal(String text) {
    try {
      return JSON.numberNode(new BigDecimal(text));
    } catch (NumberFormatException notANumber) {
      return JSON.textNode(text);
    }
  }

  private static String place(Node node) {
    return node.getStartMark().map(mark -> " (line " + (mark.getLine() + 1) + ")").orElse("");
  }
}
