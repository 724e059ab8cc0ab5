package dev.jubelet.server.tls;

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

/** A PEM file cut into its blocks; certificates and keys may stand in one file. */
final class PemFile {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\s*([^-]*?)\\s*-----END \\1-----");

  private record Block(String label, String base64) {
    byte[] content() {
      return Base64.getMimeDecoder().decode(base64);
    }
  }

  private final Path path;
  private final List<Block> blocks;

  private PemFile(Path path, List<Block> blocks) {
    this.path = path;
    this.blocks = blocks;
  }

  static PemFile read(Path path) {
    try {
      return parse(path, Files.readString(path, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new TlsException(TlsException.Kind.UNREADABLE, "cannot read " + path + ": " + e, e);
    }
  }

  private static PemFile parse(Path path, String text) {
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      blocks.add(new Block(matcher.group(1), matcher.group(2)));
    }
    return new PemFile(path, blocks);
  }

  /** All certificates in their order, at least one. */
  List<X509Certificate> certificates() {
    List<X509Certificate> certificates = new ArrayList<>();
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      for (Block block : blocks) {
        if (block.label().equals("CERTIFICATE")) {
          certificates.add(
              (X509Certificate)
                  factory.generateCertificate(new ByteArrayInputStream(block.content())));
        }
      }
    } catch (CertificateException e) {
      throw new TlsException(
          TlsException.Kind.INVALID, path + " holds an invalid certificate: " + e.getMessage(), e);
    }
    if (certificates.isEmpty()) {
      throw new TlsException(TlsException.Kind.INVALID, path + " holds no certificate", null);
    }
    return List.copyOf(certificates);
  }

  /** The first private key. */
  PrivateKey privateKey() {
    for (Block block : blocks) {
      if (block.label().endsWith("PRIVATE KEY")) {
        return PrivateKeys.decode(block.label(), block.content(), path);
      }
    }
    throw new TlsException(TlsException.Kind.INVALID, path + " holds no private key", null);
  }
}
