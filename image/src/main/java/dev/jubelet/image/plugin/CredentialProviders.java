package dev.jubelet.image.plugin;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.host.PipedPrograms;
import dev.jubelet.image.credential.CredentialException;
import dev.jubelet.image.credential.CredentialPlugins;
import dev.jubelet.image.credential.Keyring;
import dev.jubelet.pod.model.PodKey;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The credential plugins of this node, asked one after the other. One that fails is logged and says
 * nothing; the others are asked all the same.
 *
 * <p>Thread: the pods' lanes; blocks while plugins run.
 */
public final class CredentialProviders implements CredentialPlugins {
  private static final Logger log = LoggerFactory.getLogger(CredentialProviders.class);

  private final List<CredentialProvider> providers;

  /** What the providers are made with. */
  public record Inputs(
      Path programs,
      boolean tokensAllowed,
      PipedPrograms runner,
      ServiceAccounts accounts,
      ProviderListener listener,
      Timers timers) {}

  /** Throws {@link ProviderConfigException} when the configuration or a program is not usable. */
  public CredentialProviders(List<ProviderSpec> specs, Inputs in) {
    check(specs, in);
    CredentialProvider.Surroundings surroundings =
        new CredentialProvider.Surroundings(
            in.programs(), in.runner(), in.accounts(), in.listener(), in.timers());
    providers = specs.stream().map(spec -> new CredentialProvider(spec, surroundings)).toList();
  }

  private static void check(List<ProviderSpec> specs, Inputs in) {
    if (!Files.isDirectory(in.programs())) {
      throw new ProviderConfigException(
          "plugin binary directory " + in.programs() + " did not exist");
    }
    Set<String> names = new HashSet<>();
    for (ProviderSpec spec : specs) {
      if (!names.add(spec.name())) {
        throw new ProviderConfigException(
            "duplicate provider name \"" + spec.name() + "\" found in configuration file(s)");
      }
    }
    List<String> problems = ProviderRules.problems(specs, in.tokensAllowed());
    if (!problems.isEmpty()) {
      throw new ProviderConfigException(
          "failed to validate credential provider config: " + String.join("; ", problems));
    }
    for (ProviderSpec spec : specs) {
      checkProgram(in.programs().resolve(spec.name()));
    }
  }

  private static void checkProgram(Path program) {
    if (!Files.exists(program)) {
      throw new ProviderConfigException("plugin binary executable " + program + " did not exist");
    }
    if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
      throw new ProviderConfigException(
          "error inspecting binary executable " + program + ": it is not executable");
    }
  }

  @Override
  public Keyring provide(Pod pod, String repository) throws InterruptedException {
    Keyring all = Keyring.EMPTY;
    for (CredentialProvider provider : providers) {
      try {
        all = all.and(provider.provide(pod, repository));
      } catch (CredentialException e) {
        log.atError()
            .addKeyValue("provider", provider.name())
            .addKeyValue("image", repository)
            .addKeyValue("pod", PodKey.of(pod))
            .addKeyValue("reason", e.text())
            .log("Failed getting credential from external registry credential provider");
      }
    }
    return all;
  }
}
