package dev.jubelet.edge.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads one YAML text into a JSON tree per document, from the parser's events, with bounds on
 * depth, on the number of nodes and on what aliases expand to: no text of bearable size takes
 * unbearable memory or time. Duplicate keys are refused or forgiven; {@code <<} merges. What a
 * problem says may name a key but no value, since a value may be a secret.
 *
 * <p>Thread: one text per instance, on the caller's.
 */
final class YamlReader {
  private static final int MAX_DEPTH = DocumentReader.MAX_DEPTH;
  private static final int MAX_NODES = DocumentReader.MAX_NODES;
  private static final int MAX_CODE_POINTS = 12 * 1024 * 1024;
  private static final int CHARS_PER_NODE = 64;

  /**
   * The parser's time grows with the square of a line's length over its buffer's. The largest
   * secret, in base64, fits.
   */
  private static final int MAX_LINE_CHARS = 3 * 512 * 1024;

  private static final int MAX_BUFFER_CHARS = 64 * 1024;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** A part of the text that an alias may stand for, and how many nodes it is. */
  private record Anchored(JsonNode node, int size) {}

  private final ParserImpl parser;
  private final Map<Anchor, Anchored> anchors = new HashMap<>();
  private final Deque<String> path = new ArrayDeque<>();
  private final List<Documents.RepeatedKey> repeated = new ArrayList<>();
  private final DocumentReader how;
  private int nodes;

  private YamlReader(String text, DocumentReader how) {
    this.how = how;
    LoadSettings settings =
        LoadSettings.builder()
            .setCodePointLimit(MAX_CODE_POINTS)
            .setBufferSize(Math.clamp(text.length(), 1, MAX_BUFFER_CHARS))
            .build();
    parser = new ParserImpl(settings, new StreamReader(settings, text));
  }

  static Documents read(String text, DocumentReader how) {
    refuseLongLines(text);
    try {
      return new YamlReader(text, how).documents(how.most());
    } catch (MarkedYamlEngineException e) {
      throw malformed(e.getProblem(), place(e.getProblemMark().orElse(null)));
    } catch (YamlEngineException e) {
      throw malformed(String.valueOf(e.getMessage()), Place.UNKNOWN);
    }
  }

  private static void refuseLongLines(String text) {
    int line = 1;
    int start = 0;
    while (text.length() - start > MAX_LINE_CHARS) {
      int end = text.indexOf('\n', start);
      if ((end < 0 ? text.length() : end) - start > MAX_LINE_CHARS) {
        throw malformed(
            "line " + line + " has more than " + MAX_LINE_CHARS + " characters", Place.UNKNOWN);
      }
      start = end + 1;
      line++;
    }
  }

  private Documents documents(int most) {
    List<Document> read = new ArrayList<>();
    while (parser.hasNext()) {
      if (parser.next() instanceof NodeEvent start) {
        int line = Math.max(1, at(start).line());
        if (read.size() == most) {
          return new Documents(read, line, repeated);
        }
        anchors.clear();
        JsonNode content = node(start, 0);
        if (!content.isNull()) {
          read.add(new Document(content, line));
        }
      }
    }
    return new Documents(read, 0, repeated);
  }

  private JsonNode node(NodeEvent event, int depth) {
    if (depth > MAX_DEPTH) {
      throw malformed("nested deeper than " + MAX_DEPTH + " levels", at(event));
    }
    int before = nodes;
    JsonNode node =
        switch (event) {
          case AliasEvent alias -> expand(alias);
          case ScalarEvent scalar -> scalar(scalar);
          case SequenceStartEvent _ -> sequence(depth);
          case MappingStartEvent _ -> mapping(depth);
          default -> throw malformed("unknown construct", at(event));
        };
    count(1, event);
    if (!(event instanceof AliasEvent)) {
      event.getAnchor().ifPresent(name -> anchors.put(name, new Anchored(node, nodes - before)));
    }
    return node;
  }

  /** An alias inside the very node it names has no entry yet and is refused like an unknown one. */
  private JsonNode expand(AliasEvent alias) {
    Anchored target = anchors.get(alias.getAlias());
    if (target == null) {
      throw malformed(
          "an alias names nothing before it; put a value that begins with * in quotes", at(alias));
    }
    count(target.size(), alias);
    return target.node().deepCopy();
  }

  private JsonNode scalar(ScalarEvent scalar) {
    count(scalar.getValue().length() / CHARS_PER_NODE, scalar);
    String tag = scalar.getTag().orElse("");
    return switch (tag) {
      case "", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:int", "tag:yaml.org,2002:float" ->
          scalar.isPlain() ? plain(scalar.getValue()) : NODES.textNode(scalar.getValue());
      case "!", "tag:yaml.org,2002:str" -> NODES.textNode(scalar.getValue());
      case "tag:yaml.org,2002:null" -> NODES.nullNode();
      default ->
          throw malformed(
              "a tag is not supported; put a value that begins with ! in quotes", at(scalar));
    };
  }

  private JsonNode plain(String word) {
    return how.onlyYaml12() ? YamlScalar.plainOfJson(word) : YamlScalar.plain(word);
  }

  private JsonNode sequence(int depth) {
    ArrayNode array = NODES.arrayNode();
    while (parser.next() instanceof NodeEvent element) {
      path.addLast("[" + array.size() + "]");
      array.add(node(element, depth + 1));
      path.removeLast();
    }
    return array;
  }

  private JsonNode mapping(int depth) {
    ObjectNode object = NODES.objectNode();
    JsonNode merged = null;
    while (parser.next() instanceof NodeEvent keyEvent) {
      String key = key(keyEvent);
      path.addLast(key);
      JsonNode value = node((NodeEvent) parser.next(), depth + 1);
      boolean isMerge = key.equals("<<") && keyEvent instanceof ScalarEvent s && s.isPlain();
      if (isMerge) {
        merged = value;
      } else if (object.replace(key, value) != null) {
        repeated(key, at(keyEvent));
      }
      path.removeLast();
    }
    merge(object, merged);
    return object;
  }

  private void repeated(String key, Place place) {
    if (!how.forgivesRepeatedKeys()) {
      throw malformed("duplicate key " + where(), place);
    }
    repeated.add(new Documents.RepeatedKey(key, place));
  }

  private String key(NodeEvent event) {
    if (event instanceof AliasEvent alias && expand(alias).isTextual()) {
      return expand(alias).textValue();
    }
    if (event instanceof ScalarEvent scalar) {
      count(1, scalar);
      scalar
          .getAnchor()
          .ifPresent(name -> anchors.put(name, new Anchored(NODES.textNode(scalar.getValue()), 1)));
      return scalar.getValue();
    }
    throw malformed("a map or list cannot be a key", at(event));
  }

  private static void merge(ObjectNode object, @Nullable JsonNode merged) {
    if (merged instanceof ArrayNode several) {
      several.forEach(one -> merge(object, one));
    } else if (merged instanceof ObjectNode one) {
      one.properties().forEach(e -> object.putIfAbsent(e.getKey(), e.getValue()));
    } else if (merged != null) {
      throw malformed("<< can only merge a mapping or a list of mappings", Place.UNKNOWN);
    }
  }

  private void count(int more, Event event) {
    nodes += more;
    if (nodes > MAX_NODES) {
      throw malformed("more than " + MAX_NODES + " values after aliases are expanded", at(event));
    }
  }

  private String where() {
    return String.join(".", path).replace(".[", "[");
  }

  private static Place at(Event event) {
    return place(event.getStartMark().orElse(null));
  }

  private static Place place(@Nullable Mark mark) {
    return mark == null ? Place.UNKNOWN : new Place(mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static DocumentException malformed(String problem, Place place) {
    return new DocumentException(DocumentException.Kind.YAML, problem, place);
  }
}
