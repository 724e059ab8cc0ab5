package dev.jubelet.edge.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a plain YAML word means. Manifests are written for YAML 1.1, where {@code 0644} is octal and
 * {@code yes} a truth value; the 1.2 rules would change file modes silently.
 */
final class YamlScalar {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
  private static final Set<String> TRUTHS =
      Set.of("true", "True", "TRUE", "y", "Y", "yes", "Yes", "YES", "on", "On", "ON");
  private static final Set<String> UNTRUTHS =
      Set.of("false", "False", "FALSE", "n", "N", "no", "No", "NO", "off", "Off", "OFF");

  private static final Pattern INTEGER =
      Pattern.compile(
          "[-+]?(0[xX]_*[0-9a-fA-F][0-9a-fA-F_]*|0[oO]_*[0-7][0-7_]*|0[bB]_*[01][01_]*|[0-9][0-9_]*)");
  private static final Pattern FLOAT =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?");
  private static final Pattern JSON_NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]*)?([eE][-+]?[0-9]{1,3})?");
  private static final int MAX_DIGITS = 100;

  private YamlScalar() {}

  static JsonNode plain(String word) {
    if (NULLS.contains(word)) {
      return NODES.nullNode();
    }
    if (TRUTHS.contains(word)) {
      return NODES.booleanNode(true);
    }
    if (UNTRUTHS.contains(word)) {
      return NODES.booleanNode(false);
    }
    return mayBeNumber(word) ? number(word) : NODES.textNode(word);
  }

  /** What it means where only JSON's words are more than text, as YAML 1.2 has it. */
  static JsonNode plainOfJson(String word) {
    boolean meant =
        NULLS.contains(word)
            || word.equals("true")
            || word.equals("false")
            || JSON_NUMBER.matcher(word).matches();
    return meant ? plain(word) : NODES.textNode(word);
  }

  private static boolean mayBeNumber(String word) {
    char first = word.charAt(0);
    return word.length() <= MAX_DIGITS
        && (first == '-' || first == '+' || first == '.' || (first >= '0' && first <= '9'));
  }

  private static JsonNode number(String word) {
    if (INTEGER.matcher(word).matches()) {
      return integer(word.replace("_", ""));
    }
    if (FLOAT.matcher(word).matches()) {
      return NODES.numberNode(new BigDecimal(word));
    }
    return NODES.textNode(word);
  }

  private static JsonNode integer(String word) {
    boolean signed = word.startsWith("-") || word.startsWith("+");
    String digits = signed ? word.substring(1) : word;
    BigInteger value = magnitude(digits.toLowerCase(Locale.ROOT));
    BigInteger number = word.startsWith("-") ? value.negate() : value;
    if (number.bitLength() < Integer.SIZE) {
      return NODES.numberNode(number.intValue());
    }
    return number.bitLength() < Long.SIZE
        ? NODES.numberNode(number.longValue())
        : NODES.numberNode(number);
  }

  private static BigInteger magnitude(String digits) {
    if (digits.startsWith("0x")) {
      return new BigInteger(digits.substring(2), 16);
    }
    if (digits.startsWith("0b")) {
      return new BigInteger(digits.substring(2), 2);
    }
    if (digits.startsWith("0o")) {
      return new BigInteger(digits.substring(2), 8);
    }
    boolean octal = digits.startsWith("0") && digits.chars().allMatch(c -> c < '8');
    return new BigInteger(digits, octal ? 8 : 10);
  }
}
