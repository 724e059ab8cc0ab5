package dev.jubelet.app.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.app.config.field.ServerFields;
import dev.jubelet.app.flags.Flag;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.app.metric.CertificateMeter;
import dev.jubelet.base.LifecycleParts;
import dev.jubelet.base.Timers;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.base.tls.Pem;
import dev.jubelet.base.tls.TlsException;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiConnection;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.edge.apiserver.ConnectionSettings;
import dev.jubelet.edge.apiserver.certificate.CertificateException;
import dev.jubelet.edge.apiserver.certificate.CertificateRotation;
import dev.jubelet.edge.apiserver.certificate.CertificateStore;
import dev.jubelet.edge.apiserver.certificate.CertificateTemplate;
import dev.jubelet.edge.apiserver.certificate.ExpiryGuard;
import dev.jubelet.edge.apiserver.certificate.Signing;
import dev.jubelet.edge.apiserver.certificate.TlsBootstrap;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigException;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigUser;
import dev.jubelet.edge.apiserver.kubeconfig.PemSource;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
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
  private final Optional<Kubeconfig> stranger;

  /** Throws KubeconfigException when the bootstrap kubeconfig is needed and cannot be used. */
  ClientCertificates(KubeletOptions options, String node, ObjectMapper json, Timers timers) {
    this.options = options;
    this.node = node;
    this.json = json;
    this.timers = timers;
    this.store =
        new CertificateStore(Path.of(options.flags().get(NodeFlags.CERT_DIR)), "kubelet-client");
    this.stranger = stranger(options, timers);
  }

  /** As whom the node asks for its first certificate; empty when it needs none. */
  private static Optional<Kubeconfig> stranger(KubeletOptions options, Timers timers) {
    String bootstrap = options.flags().get(NodeFlags.BOOTSTRAP_KUBECONFIG);
    Path kubeconfig = Path.of(options.flags().get(NodeFlags.KUBECONFIG));
    return bootstrap.isEmpty() || !TlsBootstrap.needed(kubeconfig, timers.now())
        ? Optional.empty()
        : Optional.of(read(options, NodeFlags.BOOTSTRAP_KUBECONFIG));
  }

  /** The certificate that the node begins with, or the way to it. */
  FirstCertificate first(Consumer<String> giveUp) {
    return new FirstCertificate(stranger.map(known -> () -> bootstrap(known)), giveUp);
  }

  /** Waits until there is a kubeconfig that can be used. */
  private void bootstrap(Kubeconfig asStranger) {
    log.atInfo()
        .addKeyValue("kubeconfig", asStranger.file())
        .log("Requesting the initial client certificate");
    Path kubeconfig = Path.of(options.flags().get(NodeFlags.KUBECONFIG));
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

  /**
   * As whom the node speaks to the API server. Where certificates are renewed, that is the newest
   * one; the first of them may be that of the kubeconfig. Before there is any, it is the one to
   * come.
   */
  Kubeconfig kubeconfig() {
    if (stranger.isPresent()) {
      return stranger.get().only(store.current());
    }
    Kubeconfig given = read(options, NodeFlags.KUBECONFIG);
    if (!rotates()) {
      return given;
    }
    if (!isValid(store.pair())) {
      given.user().certificate().filter(this::isForeign).ifPresent(this::adopt);
    }
    return isValid(store.pair()) ? given.as(store.current()) : given;
  }

  private static Kubeconfig read(KubeletOptions options, Flag<String> flag) {
    try {
      return Kubeconfig.read(Path.of(options.flags().get(flag)));
    } catch (KubeconfigException e) {
      throw new KubeconfigException(
          e.kind(),
          "--%s: %s; correct the file or the flag".formatted(flag.name(), e.getMessage()),
          e);
    }
  }

  private boolean rotates() {
    return options.config().get(ServerFields.ROTATE_CERTIFICATES);
  }

  private boolean isValid(Optional<KeyedChain> pair) {
    return pair.filter(present -> present.end().isAfter(timers.now())).isPresent();
  }

  private boolean isForeign(KubeconfigUser.Pair pair) {
    return !(pair.chain() instanceof PemSource.InFile file && file.path().equals(store.current()));
  }

  /** One that cannot be used stays where it is: calls will say what is wrong with it. */
  private void adopt(KubeconfigUser.Pair pair) {
    try {
      String chain = pair.chain().text();
      String key = pair.key().text();
      KeyedChain present =
          KeyedChain.of(
              Pem.parse(pair.chain().origin(), chain), Pem.parse(pair.key().origin(), key));
      if (isValid(Optional.of(present))) {
        store.adopt(chain, key, timers.now());
        log.atInfo()
            .addKeyValue("from", pair.chain().origin())
            .addKeyValue("file", store.current())
            .log("Client certificate rotation enabled");
      }
    } catch (KubeconfigException | TlsException e) {
      log.atWarn()
          .addKeyValue("reason", e.getMessage())
          .log("Client certificate of the kubeconfig is invalid");
    } catch (CertificateException e) {
      log.atWarn()
          .setCause(e)
          .addKeyValue("file", store.current())
          .log("Failed to copy the client certificate of the kubeconfig; using the original file");
    }
  }

  /**
   * Renews the certificate before its end, when the configuration wants that.
   *
   * @param giveUp gets the reason when the agent cannot go on
   */
  void rotate(
      ApiClient client, MetricRegistry metrics, Consumer<String> giveUp, LifecycleParts lifecycle) {
    if (!rotates()) {
      return;
    }
    CertificateRotation rotation =
        new CertificateRotation(
            store,
            () -> Optional.of(CertificateTemplate.client(node)),
            new Signing(client, timers),
            CertificateMeter.client(metrics),
            timers,
            RandomGenerator.getDefault());
    metrics.add(CertificateMeter.clientLife(rotation, timers));
    ExpiryGuard guard = new ExpiryGuard(rotation, giveUp, timers);
    lifecycle.add("client certificate", rotation::start, rotation::close);
    lifecycle.add("end of the client certificate", guard::start, guard::close);
  }
}
