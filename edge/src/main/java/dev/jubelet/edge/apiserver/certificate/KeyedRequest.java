package dev.jubelet.edge.apiserver.certificate;

import dev.jubelet.base.tls.Der;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/**
 * A certificate request (PKCS#10) for an EC key. The few elements are written here, because a
 * library for all of them would cost more memory than the rest of the client.
 */
final class KeyedRequest {
  private static final byte[] VERSION = {Der.INTEGER, 1, 0};
  private static final byte[] ECDSA_WITH_SHA256 = oid("06082a8648ce3d040302");
  private static final byte[] EXTENSION_REQUEST = oid("06092a864886f70d01090e");
  private static final byte[] SUBJECT_ALTERNATIVE_NAME = oid("0603551d11");
  private static final int ATTRIBUTES = 0xa0;
  private static final int DNS_NAME = 0x82;
  private static final int ADDRESS = 0x87;

  private KeyedRequest() {}

  /** The request as DER. */
  static byte[] encode(CertificateTemplate template, KeyPair keys) {
    byte[] content =
        Der.of(
            Der.SEQUENCE,
            VERSION,
            subject(template.node()).getEncoded(),
            keys.getPublic().getEncoded(),
            Der.of(ATTRIBUTES, names(template)));
    return Der.of(
        Der.SEQUENCE,
        content,
        Der.of(Der.SEQUENCE, ECDSA_WITH_SHA256),
        Der.of(Der.BIT_STRING, new byte[1], signature(content, keys)));
  }

  static X500Principal subject(String node) {
    return new X500Principal("CN=system:node:" + node + ", O=system:nodes");
  }

  private static byte[] names(CertificateTemplate template) {
    List<byte[]> names = new ArrayList<>();
    for (String name : template.dnsNames()) {
      names.add(Der.of(DNS_NAME, name.getBytes(StandardCharsets.US_ASCII)));
    }
    for (String address : template.addresses()) {
      names.add(Der.of(ADDRESS, InetAddress.ofLiteral(address).getAddress()));
    }
    if (names.isEmpty()) {
      return new byte[0];
    }
    byte[] all = Der.of(Der.SEQUENCE, names.toArray(byte[][]::new));
    byte[] extension =
        Der.of(Der.SEQUENCE, SUBJECT_ALTERNATIVE_NAME, Der.of(Der.OCTET_STRING, all));
    return Der.of(
        Der.SEQUENCE, EXTENSION_REQUEST, Der.of(Der.SET, Der.of(Der.SEQUENCE, extension)));
  }

  private static byte[] signature(byte[] content, KeyPair keys) {
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(content);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK cannot sign with a key of its own", e);
    }
  }

  private static byte[] oid(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
