package dev.jubelet.app.flags;

import dev.jubelet.app.config.value.GoInteger;
import dev.jubelet.app.config.value.IpAddress;
import dev.jubelet.app.config.value.Masked;
import dev.jubelet.app.config.value.MemoryReservation;
import dev.jubelet.app.config.value.NodeTaint;
import dev.jubelet.app.config.value.Quantity;
import dev.jubelet.app.config.value.VmodulePattern;
import dev.jubelet.base.GoDuration;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The notations of flag values. */
final class Syntaxes {
  private static final String TRUE = "true";

  static final FlagSyntax<Boolean> BOOL = new ScalarSyntax<>("", TRUE, Syntaxes::bool, text());
  static final FlagSyntax<Integer> INT32 = new ScalarSyntax<>("int", null, Syntaxes::int32, text());
  static final FlagSyntax<Long> INT64 =
      new ScalarSyntax<>("int", null, text -> GoInteger.parse(text, 64), text());
  static final FlagSyntax<Long> LEVEL = new ScalarSyntax<>("level", null, Syntaxes::level, text());
  static final FlagSyntax<Duration> DURATION =
      new ScalarSyntax<>("duration", null, GoDuration::parse, GoDuration::format);
  static final FlagSyntax<String> STRING = new ScalarSyntax<>("string", null, same(), same());
  static final FlagSyntax<String> URL = new ScalarSyntax<>("string", null, same(), Masked::url);
  static final FlagSyntax<String> IP = new ScalarSyntax<>("ip", null, Syntaxes::ip, same());
  static final FlagSyntax<String> VERSION = new ScalarSyntax<>("", TRUE, same(), same());
  static final FlagSyntax<Quantity> QUANTITY =
      new ScalarSyntax<>("quantity", null, Quantity::parse, Quantity::toString);

  static final FlagSyntax<List<String>> STRINGS =
      new ListSyntax<>("a,b,...", true, ",", ListSyntax::splitCsv, same());
  static final FlagSyntax<List<NodeTaint>> TAINTS =
      new ListSyntax<>(
          "key=value:effect,...", false, ",", text -> ListSyntax.split(text, ","), Syntaxes::taint);
  static final FlagSyntax<List<MemoryReservation>> MEMORY_RESERVATIONS =
      new ListSyntax<>(
          "numa:type=quantity;...",
          true,
          ";",
          text -> ListSyntax.split(text, ";"),
          Syntaxes::memoryReservation);
  static final FlagSyntax<List<VmodulePattern>> VMODULE =
      new ListSyntax<>(
          "pattern=level,...", true, ",", text -> ListSyntax.split(text, ","), Syntaxes::vmodule);

  static final FlagSyntax<Map<String, String>> PAIRS = new PairsSyntax<>("=", true, null, same());
  static final FlagSyntax<Map<String, String>> ONE_PAIR =
      new PairsSyntax<>("=", false, null, same());
  static final FlagSyntax<Map<String, String>> THRESHOLDS =
      new PairsSyntax<>("<", true, null, same());
  static final FlagSyntax<Map<String, String>> LABELS = new PairsSyntax<>("=", true, "", same());
  static final FlagSyntax<Map<String, Boolean>> SWITCHES =
      new PairsSyntax<>("=", true, null, Syntaxes::bool);
  static final FlagSyntax<Map<String, List<String>>> HEADERS = new HeadersSyntax();

  private Syntaxes() {}

  /** One function for all: every lambda is a class of its own at run time. */
  private static Function<String, String> same() {
    return Function.identity();
  }

  private static <T> Function<T, String> text() {
    return Object::toString;
  }

  private static boolean bool(String text) {
    return switch (text) {
      case "1", "t", "T", "true", "TRUE", "True" -> true;
      case "0", "f", "F", "false", "FALSE", "False" -> false;
      default -> throw new IllegalArgumentException("must be true or false");
    };
  }

  private static int int32(String text) {
    return (int) GoInteger.parse(text, 32);
  }

  private static long level(String text) {
    try {
      return Integer.toUnsignedLong(Integer.parseUnsignedInt(text));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("must be a number from 0 on", e);
    }
  }

  private static String ip(String text) {
    String address = text.strip();
    if (!IpAddress.isValid(address)) {
      throw new IllegalArgumentException("must be an IP address");
    }
    return address;
  }

  private static NodeTaint taint(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException("\"" + text + "\" must have the form key=value:effect");
    }
    String[] pair = text.substring(0, colon).split("=", 2);
    return new NodeTaint(pair[0], pair.length > 1 ? pair[1] : "", text.substring(colon + 1), "");
  }

  private static MemoryReservation memoryReservation(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" must have the form 0:memory=1Gi,hugepages-2Mi=64Mi");
    }
    Map<String, Quantity> limits = new TreeMap<>();
    PAIRS
        .parse(text.substring(colon + 1), null)
        .forEach((type, amount) -> limits.put(type, Quantity.parse(amount)));
    return new MemoryReservation(int32(text.substring(0, colon)), limits);
  }

  private static VmodulePattern vmodule(String text) {
    int at = text.indexOf('=');
    if (at <= 0) {
      throw new IllegalArgumentException("\"" + text + "\" must have the form pattern=level");
    }
    return new VmodulePattern(text.substring(0, at), level(text.substring(at + 1)));
  }
}
