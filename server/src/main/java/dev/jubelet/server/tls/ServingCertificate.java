package dev.jubelet.server.tls;

import dev.jubelet.base.Timers;
import dev.jubelet.base.tls.Pem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/** The certificate chain, leaf first, with which the main server presents itself, and its key. */
public record ServingCertificate(List<X509Certificate> chain, PrivateKey key) {

  /** Reads the files the administrator named. */
  public static ServingCertificate load(Path certificateFile, Path keyFile) {
    return new ServingCertificate(
        Pem.read(certificateFile).certificates(), Pem.read(keyFile).privateKey());
  }

  /**
   * Reads {@code kubelet.crt} and {@code kubelet.key} of the directory; when one is missing, makes
   * a self-signed pair first.
   */
  public static ServingCertificate loadOrCreate(
      Path directory, String hostname, List<String> addresses, Timers timers) {
    Path certificateFile = directory.resolve("kubelet.crt");
    Path keyFile = directory.resolve("kubelet.key");
    if (!Files.isReadable(certificateFile) || !Files.isReadable(keyFile)) {
      SelfSigned.create(hostname, addresses, timers.now()).writeTo(certificateFile, keyFile);
    }
    return load(certificateFile, keyFile);
  }
}
