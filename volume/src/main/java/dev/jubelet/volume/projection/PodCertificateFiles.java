package dev.jubelet.volume.projection;

import com.google.protobuf.ByteString;
import dev.jubelet.volume.projection.PodCertificates.Credential;
import dev.jubelet.volume.projection.PodCertificates.Source;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCertificateProjection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files that a certificate of a pod becomes: key and chain in one, which cannot be seen half
 * changed, or each in its own.
 *
 * <p>Thread: any.
 */
record PodCertificateFiles(PodCertificates certificates) {

  Map<String, PayloadFile> of(Pod pod, Source source, int mode) {
    Credential credential = certificates.of(pod, source);
    PodCertificateProjection projection = source.projection();
    Map<String, String> texts = new HashMap<>();
    put(texts, projection.getCredentialBundlePath(), credential.key() + credential.chain());
    put(texts, projection.getKeyPath(), credential.key());
    put(texts, projection.getCertificateChainPath(), credential.chain());
    Map<String, PayloadFile> files = new HashMap<>();
    texts.forEach(
        (path, text) ->
            files.put(path, TokenFiles.privateTo(pod, ByteString.copyFromUtf8(text), mode)));
    return files;
  }

  private static void put(Map<String, String> texts, @Nullable String path, String text) {
    if (path != null && !path.isEmpty()) {
      texts.put(path, text);
    }
  }
}
