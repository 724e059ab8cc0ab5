package dev.jubelet.server.tls;

import dev.jubelet.base.Timers;
import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.base.tls.Pem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code kubelet.crt} and {@code kubelet.key} in the certificate directory, which a server uses
 * that was given no other certificate.
 */
public record SelfSignedFiles(Path certificate, Path key) {

  /** Where they stand; when one is missing, a self-signed pair is made first. */
  public static SelfSignedFiles present(
      Path directory, String hostname, List<String> addresses, Timers timers) {
    SelfSignedFiles files =
        new SelfSignedFiles(directory.resolve("kubelet.crt"), directory.resolve("kubelet.key"));
    if (!Files.isReadable(files.certificate) || !Files.isReadable(files.key)) {
      SelfSigned.create(hostname, addresses, timers.now()).writeTo(files.certificate, files.key);
    }
    return files;
  }

  /** A self-signed pair that no file keeps, for a disk without room. */
  public static KeyedChain inMemory(String hostname, List<String> addresses, Timers timers) {
    SelfSigned made = SelfSigned.create(hostname, addresses, timers.now());
    return KeyedChain.of(
        Pem.parse("the certificate in memory", made.certificatePem()),
        Pem.parse("the key in memory", made.keyPem()));
  }
}
