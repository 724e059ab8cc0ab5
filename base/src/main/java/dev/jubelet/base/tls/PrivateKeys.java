package dev.jubelet.base.tls;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.HexFormat;
import java.util.List;

/**
 * Private keys in the three forms that tools write: PKCS#8, PKCS#1 (RSA) and SEC 1 (EC). The JDK
 * reads only the first, so the older forms are put into its envelope.
 */
final class PrivateKeys {
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");
  private static final byte[] VERSION_0 = HexFormat.of().parseHex("020100");
  private static final byte[] RSA_WITH_NULL =
      HexFormat.of().parseHex("300d06092a864886f70d0101010500");
  private static final byte[] EC_PUBLIC_KEY = HexFormat.of().parseHex("06072a8648ce3d0201");
  private static final int CURVE = 0xa0;

  private PrivateKeys() {}

  static PrivateKey decode(String label, byte[] content, String origin) {
    return switch (label) {
      case "PRIVATE KEY" -> generate(content, origin);
      case "RSA PRIVATE KEY" -> generate(envelope(RSA_WITH_NULL, content), origin);
      case "EC PRIVATE KEY" ->
          generate(
              envelope(Der.of(Der.SEQUENCE, EC_PUBLIC_KEY, curve(content, origin)), content),
              origin);
      default -> throw invalid(origin, "the key form \"" + label + "\" is not supported");
    };
  }

  private static PrivateKey generate(byte[] pkcs8, String origin) {
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      } catch (InvalidKeySpecException e) {
        // Not of this algorithm: the next one is tried, and that none fits is an error below.
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("the JDK lacks " + algorithm, e);
      }
    }
    throw invalid(origin, "the private key is neither EC, RSA nor EdDSA");
  }

  private static byte[] envelope(byte[] algorithm, byte[] key) {
    return Der.of(Der.SEQUENCE, VERSION_0, algorithm, Der.of(Der.OCTET_STRING, key));
  }

  /** The curve's identifier inside a SEC 1 key: the element tagged [0] of the outer sequence. */
  private static byte[] curve(byte[] key, String origin) {
    int at = headerLength(key, 0);
    while (at + 2 <= key.length) {
      int header = headerLength(key, at);
      int length = contentLength(key, at);
      if (at + header + length > key.length) {
        break;
      }
      if ((key[at] & 0xff) == CURVE) {
        byte[] curve = new byte[length];
        System.arraycopy(key, at + header, curve, 0, length);
        return curve;
      }
      at += header + length;
    }
    throw invalid(origin, "the EC key does not name its curve");
  }

  private static int headerLength(byte[] der, int at) {
    int first = der[at + 1] & 0xff;
    return first < 0x80 ? 2 : 2 + (first & 0x7f);
  }

  private static int contentLength(byte[] der, int at) {
    int first = der[at + 1] & 0xff;
    if (first < 0x80) {
      return first;
    }
    int length = 0;
    for (int i = 0; i < (first & 0x7f) && at + 2 + i < der.length; i++) {
      length = (length << 8) | (der[at + 2 + i] & 0xff);
    }
    return length < 0 ? Integer.MAX_VALUE / 2 : length;
  }

  private static TlsException invalid(String origin, String what) {
    return new TlsException(TlsException.Kind.INVALID, origin + ": " + what, null);
  }
}
