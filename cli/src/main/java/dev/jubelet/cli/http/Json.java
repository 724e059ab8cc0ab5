package dev.jubelet.cli.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value read as plain maps and lists. Looking something up never fails: what is missing is
 * an empty value.
 *
 * @param value a map, list, string, number, boolean or null
 */
public record Json(@Nullable Object value) {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final Json NOTHING = new Json(null);

  public static Json parse(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      return new Json(read(parser));
    } catch (IOException e) {
      throw new UncheckedIOException("the answer is not JSON", e);
    }
  }

  private static @Nullable Object read(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          map.put(name, read(parser));
        }
        yield map;
      }
      case START_ARRAY -> {
        List<@Nullable Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          list.add(read(parser));
        }
        yield list;
      }
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case null, default -> null;
    };
  }

  /** Follows names down into objects. */
  public Json at(String... names) {
    Json here = this;
    for (String name : names) {
      here = here.value instanceof Map<?, ?> map ? new Json(map.get(name)) : NOTHING;
    }
    return here;
  }

  public boolean isPresent() {
    return value != null;
  }

  public String text() {
    return value == null ? "" : value.toString();
  }

  public String text(String otherwise) {
    return value == null ? otherwise : value.toString();
  }

  public long number() {
    return value instanceof Number number ? number.longValue() : 0;
  }

  public boolean isTrue() {
    return Boolean.TRUE.equals(value);
  }

  public List<Json> items() {
    return value instanceof List<?> list ? list.stream().map(v -> new Json(v)).toList() : List.of();
  }

  /** Writes plain maps, lists, strings, numbers and booleans, indented. */
  public String pretty() {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      generator.useDefaultPrettyPrinter();
      write(generator, value);
    } catch (IOException e) {
      throw new UncheckedIOException("a JSON value cannot be written", e);
    }
    return text.toString();
  }

  /** One line. */
  public static String line(Map<String, ?> object) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      write(generator, object);
    } catch (IOException e) {
      throw new UncheckedIOException("a JSON value cannot be written", e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator to, @Nullable Object value) throws IOException {
    switch (value) {
      case null -> to.writeNull();
      case Map<?, ?> map -> {
        to.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          to.writeFieldName(entry.getKey().toString());
          write(to, entry.getValue());
        }
        to.writeEndObject();
      }
      case List<?> list -> {
        to.writeStartArray();
        for (Object item : list) {
          write(to, item);
        }
        to.writeEndArray();
      }
      case Integer number -> to.writeNumber(number);
      case Long number -> to.writeNumber(number);
      case BigInteger number -> to.writeNumber(number);
      case Double number -> to.writeNumber(number);
      case Boolean flag -> to.writeBoolean(flag);
      default -> to.writeString(value.toString());
    }
  }
}
