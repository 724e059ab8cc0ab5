package dev.jubelet.edge.apiserver.certificate;

import dev.jubelet.base.tls.Der;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import javax.security.auth.x500.X500Principal;

/** Certificates that sign themselves, written here because the JDK makes none. */
final class TestCertificate {
  private static final byte[] SCHEME =
      Der.of(Der.SEQUENCE, HexFormat.of().parseHex("06082a8648ce3d040302"));
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final int GENERALIZED_TIME = 0x18;

  private TestCertificate() {}

  /** For the node's client side, in PEM. */
  static String client(String node, KeyPair keys, Instant start, Duration life) {
    return of(KeyedRequest.subject(node), keys, start, life);
  }

  static String of(X500Principal subject, KeyPair keys, Instant start, Duration life) {
    byte[] name = subject.getEncoded();
    byte[] content =
        Der.of(
            Der.SEQUENCE,
            new byte[] {Der.INTEGER, 1, 1},
            SCHEME,
            name,
            Der.of(Der.SEQUENCE, time(start), time(start.plus(life))),
            name,
            keys.getPublic().getEncoded());
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(content);
      byte[] signed = Der.of(Der.BIT_STRING, new byte[1], signature.sign());
      return PemText.of("CERTIFICATE", Der.of(Der.SEQUENCE, content, SCHEME, signed));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] time(Instant at) {
    return Der.of(GENERALIZED_TIME, TIME.format(at).getBytes(StandardCharsets.US_ASCII));
  }
}
