package dev.jubelet.base.http;

/**
 * How much a head may be.
 *
 * @param bytes all lines together, with their ends
 * @param lineBytes one line
 * @param fields how many headers
 * @param extension asked once, when the bytes are used up
 */
public record HeadLimits(int bytes, int lineBytes, int fields, Extension extension) {

  /** Says how many more bytes a long head may have; 0 refuses it. */
  @FunctionalInterface
  public interface Extension {
    int moreBytes() throws MalformedMessage;
  }

  /** Lines may be as long as the head. */
  public static HeadLimits of(int bytes, int fields) {
    return new HeadLimits(bytes, bytes, fields, () -> 0);
  }

  /** The same for heads that are short at first, and longer when the extension allows it. */
  public HeadLimits extended(Extension more) {
    return new HeadLimits(bytes, Integer.MAX_VALUE, fields, more);
  }
}
