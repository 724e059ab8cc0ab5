package dev.jubelet.base.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PEM text cut into its blocks; certificates and keys may stand in one text. */
public final class Pem {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\s*([^-]*?)\\s*-----END \\1-----");

  private record Block(String label, String base64) {}

  private final String origin;
  private final List<Block> blocks;

  private Pem(String origin, List<Block> blocks) {
    this.origin = origin;
    this.blocks = blocks;
  }

  public static Pem read(Path path) {
    try {
      return parse(path.toString(), Files.readString(path, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new TlsException(TlsException.Kind.UNREADABLE, "cannot read " + path + ": " + e, e);
    }
  }

  /** Text from elsewhere; {@code origin} is what errors call it. */
  public static Pem parse(String origin, String text) {
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      blocks.add(new Block(matcher.group(1), matcher.group(2)));
    }
    return new Pem(origin, blocks);
  }

  /** What errors call it: as a rule the file. */
  public String origin() {
    return origin;
  }

  /** All certificates in their order, at least one. */
  public List<X509Certificate> certificates() {
    List<X509Certificate> certificates = new ArrayList<>();
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      for (Block block : blocks) {
        if (block.label().equals("CERTIFICATE")) {
          certificates.add(
              (X509Certificate)
                  factory.generateCertificate(new ByteArrayInputStream(content(block))));
        }
      }
    } catch (CertificateException e) {
      throw new TlsException(
          TlsException.Kind.INVALID,
          origin + " holds an invalid certificate: " + e.getMessage(),
          e);
    }
    if (certificates.isEmpty()) {
      throw new TlsException(TlsException.Kind.INVALID, origin + " holds no certificate", null);
    }
    return List.copyOf(certificates);
  }

  /** The first private key. */
  public PrivateKey privateKey() {
    for (Block block : blocks) {
      if (block.label().endsWith("PRIVATE KEY")) {
        return PrivateKeys.decode(block.label(), content(block), origin);
      }
    }
    throw new TlsException(TlsException.Kind.INVALID, origin + " holds no private key", null);
  }

  private byte[] content(Block block) {
    try {
      return Base64.getMimeDecoder().decode(block.base64());
    } catch (IllegalArgumentException e) {
      throw new TlsException(
          TlsException.Kind.INVALID,
          origin + " holds a " + block.label() + " that is not base64: " + e.getMessage(),
          e);
    }
  }
}
