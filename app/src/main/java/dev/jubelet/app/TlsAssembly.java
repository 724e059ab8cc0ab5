package dev.jubelet.app;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.ServerFields;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.app.node.NodeProfile;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.base.Timers;
import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.base.tls.TlsException;
import dev.jubelet.edge.apiserver.certificate.CertificateStore;
import dev.jubelet.edge.host.PathWatcher;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.server.tls.CertificateFiles;
import dev.jubelet.server.tls.ClientAuthorities;
import dev.jubelet.server.tls.SelfSignedFiles;
import dev.jubelet.server.tls.ServingSource;
import dev.jubelet.server.tls.TlsPolicy;
import dev.jubelet.server.tls.TlsSettings;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the main server presents itself and whom it believes: with a certificate that the cluster
 * signed, with files that were given, or with one of its own making.
 *
 * <p>Thread: that of the assembly. Owns: what follows the files.
 */
final class TlsAssembly {
  private static final Logger log = LoggerFactory.getLogger(TlsAssembly.class);

  private final KubeletOptions options;
  private final KubeletConfig config;
  private final NodeProfile node;
  private final PathWatcher watcher;
  private final Timers timers;
  private final Lifecycle lifecycle;
  private final Optional<ClientAuthorities> authorities;
  private final Optional<TlsSettings> settings;

  /**
   * Reads what there is; what follows changes is added to the life cycle.
   *
   * @param signed what the cluster gives, if there is one
   */
  TlsAssembly(
      KubeletOptions options,
      NodeProfile node,
      PathWatcher watcher,
      Timers timers,
      Optional<ServingSource> signed,
      Lifecycle lifecycle) {
    this.options = options;
    this.config = options.config();
    this.node = node;
    this.watcher = watcher;
    this.timers = timers;
    this.lifecycle = lifecycle;
    String file = config.get(ServerFields.CLIENT_CA_FILE);
    authorities =
        file.isEmpty()
            ? Optional.empty()
            : Optional.of(
                usable(
                    ServerFields.CLIENT_CA_FILE.path(),
                    () -> new ClientAuthorities(Path.of(file))));
    settings =
        config.get(ServerFields.ENABLE_SERVER)
            ? Optional.of(new TlsSettings(source(signed), authorities.orElse(null), policy()))
            : Optional.empty();
  }

  private TlsPolicy policy() {
    TlsPolicy policy =
        TlsPolicy.of(
            config.get(ServerFields.TLS_MIN_VERSION),
            config.get(ServerFields.TLS_CIPHER_SUITES),
            config.get(ServerFields.TLS_CURVE_PREFERENCES));
    policy.warnings().forEach(log::warn);
    return policy;
  }

  private ServingSource source(Optional<ServingSource> signed) {
    if (config.get(ServerFields.SERVER_TLS_BOOTSTRAP)) {
      return signed.orElseGet(this::keptOnly);
    }
    String certificate = config.get(ServerFields.TLS_CERT_FILE);
    String key = config.get(ServerFields.TLS_PRIVATE_KEY_FILE);
    if (!certificate.isEmpty() || !key.isEmpty()) {
      return usable(
          ServerFields.TLS_CERT_FILE.path() + ", " + ServerFields.TLS_PRIVATE_KEY_FILE.path(),
          () -> files(Path.of(certificate), Path.of(key)));
    }
    return selfSigned();
  }

  /** The next start with room on the disk writes one that stays. */
  private ServingSource selfSigned() {
    try {
      SelfSignedFiles own =
          SelfSignedFiles.present(certificates(), node.name(), node.ips(), timers);
      return files(own.certificate(), own.key());
    } catch (TlsException | UncheckedIOException e) {
      if (Filesystem.hasRoom(certificates())) {
        throw new StartException(
            "--cert-dir %s: %s; make it writable or give another"
                .formatted(certificates(), StartFailure.line(e)),
            e);
      }
      log.atWarn()
          .addKeyValue("directory", certificates())
          .addKeyValue("error", StartFailure.line(e))
          .log(
              "No space left on device for the self-signed serving certificate; keeping it in"
                  + " memory");
      KeyedChain kept = SelfSignedFiles.inMemory(node.name(), node.ips(), timers);
      return () -> Optional.of(kept);
    }
  }

  /** What was given has to be good, and whoever gave it is told where. */
  private static <T> T usable(String fields, Supplier<T> read) {
    try {
      return read.get();
    } catch (TlsException e) {
      throw new StartException(
          "%s: %s; correct the file or the configuration".formatted(fields, e.getMessage()), e);
    }
  }

  /** Without a cluster nobody can be asked. */
  private ServingSource keptOnly() {
    Optional<KeyedChain> kept = new CertificateStore(certificates(), "kubelet-server").pair();
    return () -> kept.filter(pair -> pair.end().isAfter(timers.now()));
  }

  private ServingSource files(Path certificate, Path key) {
    if (!config.features().enabled("ReloadKubeletServerCertificateFile")) {
      KeyedChain once = KeyedChain.read(certificate, key);
      return () -> Optional.of(once);
    }
    CertificateFiles files = new CertificateFiles(certificate, key, watcher, timers);
    lifecycle.add("serving certificate files", files::start, files::close);
    return files;
  }

  private Path certificates() {
    return Path.of(options.flags().get(NodeFlags.CERT_DIR));
  }

  /** Empty when nothing is served. */
  Optional<TlsSettings> settings() {
    return settings;
  }

  /** Whose clients are believed; empty when none are. */
  Optional<ClientAuthorities> authorities() {
    return authorities;
  }
}
