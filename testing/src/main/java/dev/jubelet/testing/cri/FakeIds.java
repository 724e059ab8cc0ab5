package dev.jubelet.testing.cri;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Ids that look like containerd's and are the same in each run.
 *
 * <p>Thread: under the lock of the fake. Owns: the counter.
 */
final class FakeIds {
  private long made;

  String next(String kind) {
    return digest(kind + "-" + made++);
  }

  /** 64 hexadecimal digits. */
  static String digest(String of) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(of.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
