package dev.jubelet.server.auth.review;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * Takes fingerprints with a key that it draws when it is made.
 *
 * <p>Thread: any. Owns: the key.
 */
public final class Fingerprints {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int KEY_BYTES = 32;

  private final SecretKey key;

  public Fingerprints() {
    byte[] bytes = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(bytes);
    key = new SecretKeySpec(bytes, ALGORITHM);
  }

  /** Of the parts in their order; {@code ab, c} and {@code a, bc} differ. */
  public Fingerprint of(List<String> parts) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      for (String part : parts) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        mac.update(bytes);
      }
      ByteBuffer sum = ByteBuffer.wrap(mac.doFinal());
      return new Fingerprint(sum.getLong(), sum.getLong(), sum.getLong(), sum.getLong());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}
