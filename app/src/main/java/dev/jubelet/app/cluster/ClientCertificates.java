package dev.jubelet.app.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.app.config.field.ServerFields;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiConnection;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.edge.apiserver.ConnectionSettings;
import dev.jubelet.edge.apiserver.certificate.CertificateRotation;
import dev.jubelet.edge.apiserver.certificate.CertificateStore;
import dev.jubelet.edge.apiserver.certificate.CertificateTemplate;
import dev.jubelet.edge.apiserver.certificate.Signing;
import dev.jubelet.edge.apiserver.certificate.TlsBootstrap;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import java.nio.file.Path;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the node comes by the certificate that it presents to the API server: the first one through
 * the bootstrap kubeconfig, the next ones by rotation.
 */
final class ClientCertificates {
  private static final Logger log = LoggerFactory.getLogger(ClientCertificates.class);
  private static final int CALLS_PER_SECOND = 5;
  private static final int CALLS_AT_ONCE = 10;

  private final KubeletOptions options;
  private final String node;
  private final ObjectMapper json;
  private final Timers timers;
  private final CertificateStore store;

  ClientCertificates(KubeletOptions options, String node, ObjectMapper json, Timers timers) {
    this.options = options;
    this.node = node;
    this.json = json;
    this.timers = timers;
    this.store =
        new CertificateStore(Path.of(options.flags().get(NodeFlags.CERT_DIR)), "kubelet-client");
  }

  /** Waits until there is a kubeconfig that can be used, if there is a way to get one. */
  void bootstrap() {
    String bootstrap = options.flags().get(NodeFlags.BOOTSTRAP_KUBECONFIG);
    Path kubeconfig = Path.of(options.flags().get(NodeFlags.KUBECONFIG));
    if (bootstrap.isEmpty() || !TlsBootstrap.needed(kubeconfig, timers.now())) {
      return;
    }
    log.atInfo().addKeyValue("kubeconfig", bootstrap).log("Asking for a first client certificate");
    Kubeconfig asStranger = Kubeconfig.read(Path.of(bootstrap));
    ConnectionSettings settings =
        new ConnectionSettings(
            "api-bootstrap",
            "kubelet/" + options.reportedVersion(),
            ConnectionSettings.Threads.VIRTUAL);
    try (ApiConnection connection = new ApiConnection(asStranger, settings, json, timers)) {
      ApiClient client =
          new ApiClient(
              connection,
              ClientSettings.usual(CALLS_PER_SECOND, CALLS_AT_ONCE, timers),
              json,
              timers);
      new TlsBootstrap(store, new Signing(client, timers), timers)
          .run(node, asStranger, kubeconfig);
    }
  }

  /** Renews the certificate before its end, when the configuration wants that. */
  void rotate(ApiClient client, Lifecycle lifecycle) {
    if (!options.config().get(ServerFields.ROTATE_CERTIFICATES)) {
      return;
    }
    CertificateRotation rotation =
        new CertificateRotation(
            store,
            () -> Optional.of(CertificateTemplate.client(node)),
            new Signing(client, timers),
            timers,
            RandomGenerator.getDefault());
    lifecycle.add("client certificate", rotation::start, rotation::close);
  }
}
