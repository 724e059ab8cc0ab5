package dev.jubelet.app.config.field;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.jubelet.app.config.value.Masked;
import dev.jubelet.app.config.value.MemoryReservation;
import dev.jubelet.app.config.value.NodeTaint;
import dev.jubelet.app.config.value.PriorityGracePeriod;
import dev.jubelet.app.config.value.Quantity;
import dev.jubelet.app.config.value.VmodulePattern;
import dev.jubelet.base.GoDuration;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The types that fields of a KubeletConfiguration have. */
final class Types {
  public static final FieldType<Boolean> BOOL =
      new ScalarType<>("true or false", false, true, Types::bool, BooleanNode::valueOf);
  public static final FieldType<Integer> INT32 =
      new ScalarType<>("a 32-bit integer", 0, true, Types::int32, IntNode::valueOf);
  public static final FieldType<Long> INT64 =
      new ScalarType<>("a 64-bit integer", 0L, true, Types::int64, LongNode::valueOf);
  public static final FieldType<Long> UINT32 =
      new ScalarType<>("an unsigned 32-bit integer", 0L, false, Types::uint32, LongNode::valueOf);
  public static final FieldType<Double> DOUBLE =
      new ScalarType<>("a number", 0.0, true, Types::number, DoubleNode::valueOf);
  public static final FieldType<String> STRING =
      new ScalarType<>("a string", "", true, Types::text, TextNode::valueOf);

  /** A string that is written even when it is empty. */
  public static final FieldType<String> SHOWN_STRING =
      new ScalarType<>("a string", "", false, Types::text, TextNode::valueOf);

  /** A URL, shown without its user and password. */
  public static final FieldType<String> URL =
      new ScalarType<>("a string", "", true, Types::text, url -> TextNode.valueOf(Masked.url(url)));

  /** A string that no message repeats and no document shows. */
  private static final FieldType<String> HEADER_VALUE =
      new ScalarType<>(
          "a string", "", true, Types::headerValue, _ -> TextNode.valueOf(Masked.WORD));

  public static final FieldType<Duration> DURATION =
      new ScalarType<>(
          "a duration string such as \"1m30s\"",
          Duration.ZERO,
          false,
          Types::duration,
          Types::durationNode);

  /** A duration string, or an integer that counts nanoseconds. */
  public static final FieldType<Duration> DURATION_OR_NANOS =
      new ScalarType<>(
          "a duration string such as \"5s\" or a number of nanoseconds",
          Duration.ZERO,
          false,
          Types::durationOrNanos,
          Types::durationNode);

  public static final FieldType<Quantity> QUANTITY =
      new ScalarType<>(
          "a quantity such as \"100Mi\"",
          Quantity.ZERO,
          false,
          Types::quantity,
          value -> TextNode.valueOf(value.toString()));

  public static final FieldType<List<String>> STRINGS = new ListType<>(STRING);
  public static final FieldType<List<Integer>> INTS = new ListType<>(INT32);
  public static final FieldType<Map<String, String>> STRING_MAP = new MapType<>(STRING);
  public static final FieldType<Map<String, Quantity>> QUANTITIES = new MapType<>(QUANTITY);
  public static final FieldType<Map<String, Boolean>> BOOL_MAP = new MapType<>(BOOL);
  public static final FieldType<Map<String, List<String>>> HEADERS =
      new MapType<>(new ListType<>(HEADER_VALUE));
  public static final FieldType<List<NodeTaint>> TAINTS = new ListType<>(RecordTypes.TAINT);
  public static final FieldType<List<MemoryReservation>> MEMORY_RESERVATIONS =
      new ListType<>(RecordTypes.MEMORY_RESERVATION);
  public static final FieldType<List<PriorityGracePeriod>> PRIORITY_GRACE_PERIODS =
      new ListType<>(RecordTypes.PRIORITY_GRACE_PERIOD);
  public static final FieldType<List<VmodulePattern>> VMODULE =
      new ListType<>(RecordTypes.VMODULE_PATTERN);

  private static final long LARGEST_UINT32 = 0xFFFF_FFFFL;

  private Types() {}

  private static @Nullable Boolean bool(JsonNode node) {
    return node.isBoolean() ? node.booleanValue() : null;
  }

  private static @Nullable Integer int32(JsonNode node) {
    return isInteger(node) && node.canConvertToInt() ? node.intValue() : null;
  }

  private static @Nullable Long int64(JsonNode node) {
    return isInteger(node) && node.canConvertToLong() ? node.longValue() : null;
  }

  private static @Nullable Long uint32(JsonNode node) {
    Long value = int64(node);
    return value != null && value >= 0 && value <= LARGEST_UINT32 ? value : null;
  }

  private static boolean isInteger(JsonNode node) {
    return node.isNumber() && node.canConvertToExactIntegral();
  }

  private static @Nullable Double number(JsonNode node) {
    return node.isNumber() ? node.doubleValue() : null;
  }

  private static @Nullable String text(JsonNode node) {
    return node.isTextual() ? node.textValue() : null;
  }

  private static String headerValue(JsonNode node) {
    if (!node.isTextual()) {
      throw new IllegalArgumentException("must be a string, not " + ScalarType.kind(node));
    }
    return node.textValue();
  }

  private static @Nullable Duration duration(JsonNode node) {
    return node.isTextual() ? GoDuration.parse(node.textValue()) : null;
  }

  private static @Nullable Duration durationOrNanos(JsonNode node) {
    return isInteger(node) && node.canConvertToLong()
        ? Duration.ofNanos(node.longValue())
        : duration(node);
  }

  private static JsonNode durationNode(Duration value) {
    return TextNode.valueOf(GoDuration.format(value));
  }

  private static @Nullable Quantity quantity(JsonNode node) {
    return node.isTextual() || node.isNumber() ? Quantity.parse(node.asText()) : null;
  }
}
