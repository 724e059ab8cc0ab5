package dev.jubelet.app.path;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.ProviderConfigFiles;
import dev.jubelet.app.config.field.RuntimeFields;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.app.flags.ParsedFlags;
import dev.jubelet.app.metric.CredentialMeter;
import dev.jubelet.app.metric.PullRecordMeter;
import dev.jubelet.edge.host.PipedProcesses;
import dev.jubelet.image.ImagePuller;
import dev.jubelet.image.PullSettings;
import dev.jubelet.image.credential.CredentialPlugins;
import dev.jubelet.image.credential.NodeDockerConfig;
import dev.jubelet.image.credential.PullCredentials;
import dev.jubelet.image.plugin.CredentialProviders;
import dev.jubelet.image.record.ImageAccess;
import dev.jubelet.image.record.PullRecords;
import dev.jubelet.image.record.RecordedAccess;
import dev.jubelet.image.record.VerificationPolicy;
import dev.jubelet.pod.actuate.Images;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How images come onto the machine: with which credentials, how many at a time, and who may use
 * them afterwards.
 */
public final class PullAssembly {
  private static final String RECORDS_GATE = "KubeletEnsureSecretPulledImages";
  private static final String TOKENS_GATE = "KubeletServiceAccountTokenForCredentialProviders";

  private final AgentContext in;
  private final ClusterSupplies supplies;
  private final KubeletConfig config;
  private final Path root;
  private final Optional<PullRecords> records;
  private final ImageAccess access;

  public PullAssembly(AgentContext in, ClusterSupplies supplies) {
    this.in = in;
    this.supplies = supplies;
    this.config = in.options().config();
    this.root = Path.of(in.options().flags().get(NodeFlags.ROOT_DIR)).toAbsolutePath();
    if (config.features().enabled(RECORDS_GATE)) {
      PullRecordMeter meter = new PullRecordMeter(in.meters().main);
      PullRecords kept = new PullRecords(root, meter, in.timers());
      records = Optional.of(kept);
      access = new RecordedAccess(kept, policy(), in.cri(), meter);
    } else {
      records = Optional.empty();
      access = ImageAccess.OPEN;
    }
  }

  /** What is known of pulled images, for whoever removes images; empty with the gate off. */
  public Optional<PullRecords> records() {
    return records;
  }

  Images images() {
    PullSettings settings =
        new PullSettings(
            config.get(RuntimeFields.SERIALIZE_IMAGE_PULLS),
            config.find(RuntimeFields.MAX_PARALLEL_IMAGE_PULLS).orElse(0),
            config.get(RuntimeFields.REGISTRY_PULL_QPS),
            config.get(RuntimeFields.REGISTRY_BURST));
    return new ImageAdapter(
        new ImagePuller(
            in.cri(),
            settings,
            credentials(),
            access,
            in.timers(),
            HandPull.events(in.eventLog()),
            in.meters().pulls));
  }

  private PullCredentials credentials() {
    return new PullCredentials(
        supplies.objects(),
        NodeDockerConfig.of(root, Path.of("").toAbsolutePath(), System.getenv(), in.timers()),
        plugins(),
        in.eventLog(),
        in.timers());
  }

  /** Either flag asks for plugins; then both have to be right. */
  private CredentialPlugins plugins() {
    ParsedFlags flags = in.options().flags();
    String files = flags.get(NodeFlags.IMAGE_CREDENTIAL_PROVIDER_CONFIG);
    String programs = flags.get(NodeFlags.IMAGE_CREDENTIAL_PROVIDER_BIN_DIR);
    if (files.isEmpty() && programs.isEmpty()) {
      return CredentialPlugins.NONE;
    }
    ProviderConfigFiles found = ProviderConfigFiles.read(files);
    return new CredentialProviders(
        found.providers(),
        new CredentialProviders.Inputs(
            Path.of(programs),
            config.features().enabled(TOKENS_GATE),
            new PipedProcesses(),
            supplies.accounts(),
            new CredentialMeter(in.meters().main, found.hash()),
            in.timers()));
  }

  private VerificationPolicy policy() {
    return VerificationPolicy.of(
        config.get(RuntimeFields.IMAGE_PULL_CREDENTIALS_VERIFICATION_POLICY),
        config.get(RuntimeFields.PRELOADED_IMAGES_VERIFICATION_ALLOWLIST));
  }
}
