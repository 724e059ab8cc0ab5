package dev.jubelet.edge.apiserver.certificate;

import dev.jubelet.base.AtomicFile;
import dev.jubelet.base.Timers;
import dev.jubelet.base.tls.Pem;
import dev.jubelet.base.tls.TlsException;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigCluster;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns a bootstrap kubeconfig into one of the node's own: has a first client certificate signed
 * and writes the kubeconfig that uses it.
 *
 * <p>Thread: the caller's, which waits.
 */
public final class TlsBootstrap {
  private static final Logger log = LoggerFactory.getLogger(TlsBootstrap.class);
  private static final Duration PATIENCE = Duration.ofHours(1);

  private final CertificateStore store;
  private final Signer signer;
  private final Timers timers;

  /** {@code signer} speaks to the API server as the bootstrap kubeconfig says. */
  public TlsBootstrap(CertificateStore store, Signer signer, Timers timers) {
    this.store = store;
    this.signer = signer;
    this.timers = timers;
  }

  /** Whether the kubeconfig is not there, or its certificate cannot be used any more. */
  public static boolean needed(Path kubeconfig, Instant now) {
    if (!Files.exists(kubeconfig)) {
      return true;
    }
    try {
      return Kubeconfig.read(kubeconfig)
          .user()
          .certificate()
          .map(pair -> Pem.parse(pair.chain().origin(), pair.chain().text()).certificates())
          .map(chain -> chain.stream().anyMatch(certificate -> expired(certificate, now)))
          .orElse(true);
    } catch (KubeconfigException | TlsException e) {
      log.atWarn().setCause(e).addKeyValue("file", kubeconfig).log("Kubeconfig is invalid");
      return true;
    }
  }

  private static boolean expired(X509Certificate certificate, Instant now) {
    return !certificate.getNotAfter().toInstant().isAfter(now);
  }

  /** Has the node's first certificate signed, and writes the kubeconfig that uses it. */
  public void run(String node, Kubeconfig bootstrap, Path kubeconfig) {
    KeyPair keys = store.pendingKeys();
    String chain;
    try {
      chain = signer.certificate(CertificateTemplate.client(node), keys, PATIENCE, setback -> {});
    } catch (CertificateException e) {
      if (e.kind() != CertificateException.Kind.TIMEOUT) {
        store.dropPendingKey();
      }
      throw e;
    }
    store.keep(chain, keys, timers.now());
    AtomicFile.write(
        kubeconfig,
        text(bootstrap.cluster()).getBytes(StandardCharsets.UTF_8),
        PosixFilePermissions.fromString("rw-------"));
  }

  private String text(KubeconfigCluster cluster) {
    return """
    apiVersion: v1
    kind: Config
    clusters:
    - name: default-cluster
      cluster:
    %susers:
    - name: default-auth
      user:
        client-certificate: %s
        client-key: %s
    contexts:
    - name: default-context
      context:
        cluster: default-cluster
        namespace: default
        user: default-auth
    current-context: default-context
    """
        .formatted(
            ClusterText.of(cluster),
            ClusterText.quoted(store.current().toString()),
            ClusterText.quoted(store.current().toString()));
  }
}
