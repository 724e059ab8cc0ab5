package dev.jubelet.edge.document;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads a text into trees. A text that begins with a brace is JSON, unless only YAML is asked for,
 * which takes such texts too.
 *
 * <p>Thread: any; immutable.
 *
 * @param most how many documents are read; what stands behind them is not looked at
 * @param onlyYaml whether a brace begins YAML
 * @param forgivesRepeatedKeys whether a key may stand twice
 */
public record DocumentReader(int most, boolean onlyYaml, boolean forgivesRepeatedKeys) {
  /** The largest text that is read, as upstream has it for manifests. */
  public static final int MAX_BYTES = 10 * 1024 * 1024;

  static final int MAX_DEPTH = 100;
  static final int MAX_NODES = 250_000;

  /** Reads the first document of a text, JSON or YAML, in which no key stands twice. */
  public static DocumentReader ofOne() {
    return new DocumentReader(1, false, false);
  }

  public DocumentReader takingAll() {
    return new DocumentReader(Integer.MAX_VALUE, onlyYaml, forgivesRepeatedKeys);
  }

  public DocumentReader takingOnlyYaml() {
    return new DocumentReader(most, true, forgivesRepeatedKeys);
  }

  public DocumentReader forgivingRepeatedKeys() {
    return new DocumentReader(most, onlyYaml, true);
  }

  /**
   * @throws DocumentException when it is no document
   */
  public Documents read(byte[] bytes) {
    return read(decode(bytes));
  }

  Documents read(String text) {
    return !onlyYaml && text.stripLeading().startsWith("{")
        ? JsonReader.read(text, forgivesRepeatedKeys)
        : YamlReader.read(text, most, forgivesRepeatedKeys);
  }

  /** Decodes without a second copy; only a replacement character calls for a strict look. */
  private static String decode(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') >= 0 && !isUtf8(bytes)) {
      throw new DocumentException(DocumentException.Kind.BYTES, "is not UTF-8 text", Place.UNKNOWN);
    }
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).hasArray();
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
