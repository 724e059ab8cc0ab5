package dev.jubelet.server.tls;

import dev.jubelet.base.tls.Der;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import javax.security.auth.x500.X500Principal;

/**
 * An X.509 certificate for a server, signed by its own EC key. The few elements are written here: a
 * library for all of them costs the start of a new node a fifth of a second.
 */
final class SelfSignedCertificate {
  private static final Duration VALIDITY = Duration.ofDays(365);
  private static final Duration CLOCK_SKEW = Duration.ofHours(1);
  private static final int SERIAL_BITS = 127;

  private static final int VERSION = 0xa0;
  private static final int EXTENSIONS = 0xa3;
  private static final int DNS_NAME = 0x82;
  private static final int ADDRESS = 0x87;
  private static final int UTC_TIME = 0x17;
  private static final int GENERALIZED_TIME = 0x18;

  /** The short form of a year is understood up to here. */
  private static final int LAST_SHORT_YEAR = 2049;

  private static final byte[] THIRD_VERSION = {Der.INTEGER, 1, 2};
  private static final byte[] TRUE = {0x01, 1, (byte) 0xff};
  private static final byte[] ECDSA_WITH_SHA256 =
      Der.of(Der.SEQUENCE, bytes("06082a8648ce3d040302"));
  private static final byte[] BASIC_CONSTRAINTS = bytes("0603551d13");
  private static final byte[] KEY_USAGE = bytes("0603551d0f");
  private static final byte[] EXTENDED_KEY_USAGE = bytes("0603551d25");
  private static final byte[] SUBJECT_ALTERNATIVE_NAME = bytes("0603551d11");
  private static final byte[] SERVER = bytes("06082b06010505070301");

  /** The bits of digitalSignature, keyEncipherment and keyCertSign; the last two are unused. */
  private static final byte[] SIGNS_AND_ENCIPHERS = {Der.BIT_STRING, 2, 2, (byte) 0xa4};

  private SelfSignedCertificate() {}

  /** The certificate as DER. */
  static byte[] encode(String hostname, List<String> addresses, Instant now, KeyPair keys)
      throws GeneralSecurityException {
    byte[] name = new X500Principal("CN=" + hostname + "@" + now.getEpochSecond()).getEncoded();
    byte[] content =
        Der.of(
            Der.SEQUENCE,
            Der.of(VERSION, THIRD_VERSION),
            Der.of(Der.INTEGER, new BigInteger(SERIAL_BITS, new SecureRandom()).toByteArray()),
            ECDSA_WITH_SHA256,
            name,
            Der.of(Der.SEQUENCE, time(now.minus(CLOCK_SKEW)), time(now.plus(VALIDITY))),
            name,
            keys.getPublic().getEncoded(),
            Der.of(EXTENSIONS, extensions(hostname, addresses)));
    return Der.of(
        Der.SEQUENCE,
        content,
        ECDSA_WITH_SHA256,
        Der.of(Der.BIT_STRING, new byte[1], signature(content, keys)));
  }

  private static byte[] extensions(String hostname, List<String> addresses) {
    return Der.of(
        Der.SEQUENCE,
        critical(BASIC_CONSTRAINTS, Der.of(Der.SEQUENCE, TRUE)),
        critical(KEY_USAGE, SIGNS_AND_ENCIPHERS),
        plain(EXTENDED_KEY_USAGE, Der.of(Der.SEQUENCE, SERVER)),
        plain(SUBJECT_ALTERNATIVE_NAME, names(hostname, addresses)));
  }

  private static byte[] critical(byte[] kind, byte[] value) {
    return Der.of(Der.SEQUENCE, kind, TRUE, Der.of(Der.OCTET_STRING, value));
  }

  private static byte[] plain(byte[] kind, byte[] value) {
    return Der.of(Der.SEQUENCE, kind, Der.of(Der.OCTET_STRING, value));
  }

  private static byte[] names(String hostname, List<String> addresses) {
    List<byte[]> names = new ArrayList<>();
    names.add(Der.of(DNS_NAME, hostname.getBytes(StandardCharsets.US_ASCII)));
    for (String address : addresses) {
      names.add(Der.of(ADDRESS, InetAddress.ofLiteral(address).getAddress()));
    }
    return Der.of(Der.SEQUENCE, names.toArray(byte[][]::new));
  }

  private static byte[] time(Instant at) {
    boolean shortYear = at.atOffset(ZoneOffset.UTC).getYear() <= LAST_SHORT_YEAR;
    String pattern = shortYear ? "yyMMddHHmmss'Z'" : "yyyyMMddHHmmss'Z'";
    String text =
        DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC).format(at);
    return Der.of(
        shortYear ? UTC_TIME : GENERALIZED_TIME, text.getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] signature(byte[] content, KeyPair keys) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(keys.getPrivate());
    signature.update(content);
    return signature.sign();
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
