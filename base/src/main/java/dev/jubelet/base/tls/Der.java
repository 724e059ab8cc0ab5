package dev.jubelet.base.tls;

import java.io.ByteArrayOutputStream;

/** Writes DER, the encoding of keys and certificates: a tag, a length, a content. Pure. */
public final class Der {
  public static final int INTEGER = 0x02;
  public static final int BIT_STRING = 0x03;
  public static final int OCTET_STRING = 0x04;
  public static final int SEQUENCE = 0x30;
  public static final int SET = 0x31;

  private static final int SHORT_LENGTHS = 0x80;
  private static final int ONE_BYTE_LENGTHS = 0x100;

  private Der() {}

  /** The parts one after the other as one element. They are far below 64 KiB together. */
  public static byte[] of(int tag, byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(length + 4);
    out.write(tag);
    writeLength(out, length);
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  /** As short as it can be: strict readers refuse anything else. */
  private static void writeLength(ByteArrayOutputStream out, int length) {
    if (length >= ONE_BYTE_LENGTHS) {
      out.write(0x82);
      out.write(length >> 8);
    } else if (length >= SHORT_LENGTHS) {
      out.write(0x81);
    }
    out.write(length);
  }
}
