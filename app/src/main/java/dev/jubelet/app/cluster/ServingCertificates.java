package dev.jubelet.app.cluster;

import dev.jubelet.app.config.field.ServerFields;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.app.metric.CertificateMeter;
import dev.jubelet.base.LifecycleParts;
import dev.jubelet.base.Timers;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.certificate.CertificateRotation;
import dev.jubelet.edge.apiserver.certificate.CertificateStore;
import dev.jubelet.edge.apiserver.certificate.CertificateTemplate;
import dev.jubelet.edge.apiserver.certificate.Signing;
import io.fabric8.kubernetes.api.model.Node;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

/**
 * How the node comes by the certificate that its server shows, where it has to ask the cluster for
 * it: one that names all addresses of the Node object, and another one when those change.
 *
 * <p>Thread: any. Owns: what the certificate should say.
 */
final class ServingCertificates {
  private static final String NAMES_ARE_ENOUGH = "AllowDNSOnlyNodeCSR";

  private final KubeletOptions options;
  private final String node;
  private final CertificateRotation rotation;
  private final AtomicReference<Optional<CertificateTemplate>> template =
      new AtomicReference<>(Optional.empty());

  ServingCertificates(
      KubeletOptions options,
      String node,
      ApiClient client,
      MetricRegistry metrics,
      Timers timers) {
    this.options = options;
    this.node = node;
    this.rotation =
        new CertificateRotation(
            store(options),
            template::get,
            new Signing(client, timers),
            CertificateMeter.serving(metrics),
            timers,
            RandomGenerator.getDefault());
    metrics.add(CertificateMeter.servingLife(rotation, timers));
  }

  /** Whether the configuration wants it. */
  static boolean wanted(KubeletOptions options) {
    return options.config().get(ServerFields.SERVER_TLS_BOOTSTRAP);
  }

  private static CertificateStore store(KubeletOptions options) {
    return new CertificateStore(Path.of(options.flags().get(NodeFlags.CERT_DIR)), "kubelet-server");
  }

  void addTo(LifecycleParts lifecycle) {
    lifecycle.add("serving certificate", rotation::start, rotation::close);
  }

  /** Looks at the addresses of the Node object. */
  void observed(Node object) {
    Optional<CertificateTemplate> now =
        Optional.ofNullable(object.getStatus())
            .flatMap(
                status ->
                    CertificateTemplate.serving(
                        node,
                        status.getAddresses(),
                        options.config().features().enabled(NAMES_ARE_ENOUGH)));
    if (now.isPresent() && !now.equals(template.getAndSet(now))) {
      rotation.check();
    }
  }

  Optional<KeyedChain> current() {
    return rotation.current();
  }
}
