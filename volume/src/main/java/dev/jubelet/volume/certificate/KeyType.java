package dev.jubelet.volume.certificate;

import dev.jubelet.base.tls.Der;
import dev.jubelet.volume.disk.VolumeException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The kinds of keys that pods may wish for, and how each proves that it is there. Pure. */
enum KeyType {
  RSA3072("RSA", 3072, "", "SHA256withRSA", "06092a864886f70d01010b0500"),
  RSA4096("RSA", 4096, "", "SHA256withRSA", "06092a864886f70d01010b0500"),
  ECDSAP256("EC", 0, "secp256r1", "SHA256withECDSA", "06082a8648ce3d040302"),
  ECDSAP384("EC", 0, "secp384r1", "SHA384withECDSA", "06082a8648ce3d040303"),
  ECDSAP521("EC", 0, "secp521r1", "SHA512withECDSA", "06082a8648ce3d040304"),
  ED25519("Ed25519", 0, "", "Ed25519", "06032b6570");

  private static final byte[] VERSION = {Der.INTEGER, 1, 0};
  private static final int ATTRIBUTES = 0xa0;

  private final String algorithm;
  private final int bits;
  private final String curve;
  private final String signature;
  private final String signatureName;

  KeyType(String algorithm, int bits, String curve, String signature, String signatureName) {
    this.algorithm = algorithm;
    this.bits = bits;
    this.curve = curve;
    this.signature = signature;
    this.signatureName = signatureName;
  }

  static KeyType named(@Nullable String name) {
    for (KeyType type : values()) {
      if (type.name().equals(name)) {
        return type;
      }
    }
    throw new VolumeException("unknown key type \"" + name + "\" of a podCertificate source");
  }

  /** Takes seconds for RSA. */
  KeyPair make() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      if (!curve.isEmpty()) {
        generator.initialize(new ECGenParameterSpec(curve));
      } else if (bits > 0) {
        generator.initialize(bits);
      }
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK lacks keys of type " + name(), e);
    }
  }

  /** A certificate request (PKCS#10) that says nothing and is signed with the key, as DER. */
  byte[] emptyRequest(KeyPair keys) {
    byte[] content =
        Der.of(
            Der.SEQUENCE,
            VERSION,
            Der.of(Der.SEQUENCE),
            keys.getPublic().getEncoded(),
            Der.of(ATTRIBUTES));
    return Der.of(
        Der.SEQUENCE,
        content,
        Der.of(Der.SEQUENCE, HexFormat.of().parseHex(signatureName)),
        Der.of(Der.BIT_STRING, new byte[1], signed(content, keys)));
  }

  private byte[] signed(byte[] content, KeyPair keys) {
    try {
      Signature signer = Signature.getInstance(signature);
      signer.initSign(keys.getPrivate());
      signer.update(content);
      return signer.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK cannot sign with a key of its own", e);
    }
  }
}
