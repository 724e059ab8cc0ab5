package dev.jubelet.base.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/** A certificate chain, leaf first, and the private key that belongs to the leaf. */
public record KeyedChain(List<X509Certificate> chain, PrivateKey key) {
  private static final byte[] ANYTHING = {1};

  public KeyedChain {
    chain = List.copyOf(chain);
  }

  /** Reads both; throws {@link TlsException} also when the key is that of another certificate. */
  public static KeyedChain read(Path certificateFile, Path keyFile) {
    Pem certificates = Pem.read(certificateFile);
    Pem key = keyFile.equals(certificateFile) ? certificates : Pem.read(keyFile);
    return of(certificates, key);
  }

  /** As {@link #read}; one text may hold both. */
  public static KeyedChain of(Pem certificates, Pem key) {
    KeyedChain pair = new KeyedChain(certificates.certificates(), key.privateKey());
    if (!pair.belongsTogether()) {
      throw new TlsException(
          TlsException.Kind.INVALID,
          "the private key of " + key.origin() + " is not that of " + certificates.origin(),
          null);
    }
    return pair;
  }

  public X509Certificate leaf() {
    return chain.getFirst();
  }

  /** From when on nobody believes it any more. */
  public Instant end() {
    return leaf().getNotAfter().toInstant();
  }

  private boolean belongsTogether() {
    try {
      Signature signature = Signature.getInstance(scheme(leaf().getPublicKey()));
      signature.initSign(key);
      signature.update(ANYTHING);
      byte[] signed = signature.sign();
      signature.initVerify(leaf().getPublicKey());
      signature.update(ANYTHING);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      // A key of another algorithm, or of another size.
      return false;
    }
  }

  private static String scheme(PublicKey key) {
    return switch (key.getAlgorithm()) {
      case "EC" -> "SHA256withECDSA";
      case "RSA" -> "SHA256withRSA";
      default -> key.getAlgorithm();
    };
  }

  /** Keys are kept out of logs. */
  @Override
  public String toString() {
    return "KeyedChain[" + leaf().getSubjectX500Principal() + ", ends " + end() + "]";
  }
}
