package dev.jubelet.edge.apiserver.certificate;

import dev.jubelet.edge.apiserver.ApiException;
import java.security.KeyPair;
import java.time.Duration;
import java.util.function.Consumer;

/** Who turns a key into a certificate. */
@FunctionalInterface
interface Signer {

  /**
   * The certificate chain in PEM. Waits for as long as that; throws {@link CertificateException} or
   * {@link ApiException}.
   *
   * @param setback is told of each attempt that failed and that is made again
   */
  String certificate(
      CertificateTemplate template,
      KeyPair keys,
      Duration patience,
      Consumer<ApiException> setback);
}
