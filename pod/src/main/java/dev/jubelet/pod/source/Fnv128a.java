package dev.jubelet.pod.source;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The 128-bit FNV-1a hash, as 32 hex digits. Small and without security providers; not for what an
 * adversary may choose.
 *
 * <p>Thread: one text per instance. Owns: the state of the hash.
 */
final class Fnv128a {
  /** The prime is 2^88 + 0x13b. */
  private static final long PRIME_LOW = 0x13b;

  private static final int PRIME_HIGH_SHIFT = 88 - 64;

  private long high = 0x6c62272e07bb0142L;
  private long low = 0x62b821756295c58dL;

  Fnv128a add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  Fnv128a add(byte[] bytes) {
    for (byte b : bytes) {
      low ^= b & 0xff;
      high =
          high * PRIME_LOW + Math.unsignedMultiplyHigh(low, PRIME_LOW) + (low << PRIME_HIGH_SHIFT);
      low *= PRIME_LOW;
    }
    return this;
  }

  String hex() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(high) + hex.toHexDigits(low);
  }
}
