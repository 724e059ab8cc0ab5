package dev.jubelet.pod.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Seals entries with AES-256-GCM, each under a nonce of its own. The version, what an entry is and
 * its name are sealed with it, so that one entry cannot stand in the place of another.
 *
 * <pre>
 *   "JBOJ"  version (1 byte)  nonce (12 bytes)  content and tag (16 bytes)
 * </pre>
 *
 * <p>Thread: any.
 */
final class JournalCodec {
  private static final byte[] MAGIC = "JBOJ".getBytes(StandardCharsets.US_ASCII);
  private static final byte VERSION = 1;
  private static final String KIND = "Pod";
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;
  private static final int HEAD = MAGIC.length + 1 + NONCE;

  private final SecretKey key;
  private final SecureRandom random = new SecureRandom();

  JournalCodec(SecretKey key) {
    this.key = key;
  }

  byte[] seal(String name, byte[] content) {
    byte[] nonce = new byte[NONCE];
    random.nextBytes(nonce);
    try {
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, name).doFinal(content);
      return ByteBuffer.allocate(HEAD + sealed.length)
          .put(MAGIC)
          .put(VERSION)
          .put(nonce)
          .put(sealed)
          .array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has AES-GCM", e);
    }
  }

  /** Throws JournalException unless this is, to the bit, what was sealed under that name. */
  byte[] open(String name, byte[] file) {
    if (file.length < HEAD + TAG_BITS / Byte.SIZE) {
      throw foreign(name, "it is cut off");
    }
    if (!Arrays.equals(MAGIC, Arrays.copyOf(file, MAGIC.length))) {
      throw foreign(name, "it is not an entry of a journal");
    }
    if (file[MAGIC.length] != VERSION) {
      throw foreign(name, "its version is " + Byte.toUnsignedInt(file[MAGIC.length]));
    }
    byte[] nonce = Arrays.copyOfRange(file, MAGIC.length + 1, HEAD);
    try {
      return cipher(Cipher.DECRYPT_MODE, nonce, name).doFinal(file, HEAD, file.length - HEAD);
    } catch (GeneralSecurityException e) {
      throw foreign(name, "it is damaged, or was sealed with another key or under another name");
    }
  }

  private Cipher cipher(int mode, byte[] nonce, String name) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(MAGIC);
    cipher.updateAAD(new byte[] {VERSION});
    cipher.updateAAD((KIND + "\0" + name).getBytes(StandardCharsets.UTF_8));
    return cipher;
  }

  private static JournalException foreign(String name, String why) {
    return new JournalException(
        JournalException.Kind.ENTRY, "entry %s cannot be read: %s".formatted(name, why));
  }
}
