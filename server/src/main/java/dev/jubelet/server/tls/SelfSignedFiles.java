package dev.jubelet.server.tls;

import dev.jubelet.base.Timers;
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
}
