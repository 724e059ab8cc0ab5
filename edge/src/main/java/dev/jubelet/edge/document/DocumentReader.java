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
 * @param onlyYaml12 whether a brace begins YAML too, and its words are those of YAML 1.2: {@code
 *     on} is text then, as it always was in kubeconfigs
 * @param forgivesRepeatedKeys whether a key may stand twice
 */
public record DocumentReader(int most, boolean onlyYaml12, boolean forgivesRepeatedKeys) {
  /** The largest text that is read, as upstream has it for manifests. */
  public static final int MAX_BYTES = 10 * 1024 * 1024;

  static final int MAX_DEPTH = 100;
  static final int MAX_NODES = 250_000;

  /** Reads the first document of a text, JSON or YAML, in which no key stands twice. */
  public static DocumentReader ofOne() {
    return new DocumentReader(1, false, false);
  }

  public DocumentReader takingAll() {
    return new DocumentReader(Integer.MAX_VALUE, onlyYaml12, forgivesRepeatedKeys);
  }

  public DocumentReader takingOnlyYaml12() {
    return new DocumentReader(most, true, forgivesRepeatedKeys);
  }

  public DocumentReader forgivingRepeatedKeys() {
    return new DocumentReader(most, onlyYaml12, true);
  }

  /**
   * @throws DocumentException when it is no document
   */
  public Documents read(byte[] bytes) {
    return read(decode(bytes));
  }

  Documents read(String text) {
    return !onlyYaml12 && text.stripLeading().startsWith("{")
        ? JsonReader.read(text, forgivesRepeatedKeys)
        : YamlReader.read(text, this);
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
