package dev.jubelet.edge.apiserver.certificate;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Writes PEM. */
public final class PemText {
  private static final int LINE = 64;

  private PemText() {}

  public static String of(String label, byte[] content) {
    String base64 =
        Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII))
            .encodeToString(content);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, base64, label);
  }
}
