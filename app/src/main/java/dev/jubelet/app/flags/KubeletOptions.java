package dev.jubelet.app.flags;

import dev.jubelet.app.config.ConfigLoader;
import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.LoadResult;
import dev.jubelet.app.config.Problem;
import dev.jubelet.app.config.field.RuntimeFields;
import dev.jubelet.app.config.rule.ConfigRules;
import dev.jubelet.app.flags.ParseResult.Fail;
import dev.jubelet.app.flags.ParseResult.Print;
import dev.jubelet.app.flags.ParseResult.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All that the command line, the files it names and the defaults say about how to run. */
public record KubeletOptions(KubeletConfig config, ParsedFlags flags) {
  /** Reads the command line and every file it names; touches nothing else. */
  public static ParseResult parse(List<String> argv, ProcessEnvironment env) {
    FlagParser.Parsed parsed = FlagParser.parse(argv);
    ParsedFlags flags = parsed.flags();
    String version = flags.get(GlobalFlags.VERSION_REQUEST);
    List<Problem> problems = new ArrayList<>(parsed.problems());
    KubeletVersion.check(version).ifPresent(problems::add);
    if (!problems.isEmpty()) {
      return new Fail(List.copyOf(problems));
    }
    if (flags.get(GlobalFlags.HELP)) {
      return new Print(FlagHelp.text());
    }
    return KubeletVersion.text(version)
        .<ParseResult>map(Print::new)
        .orElseGet(() -> load(flags, env));
  }

  private static ParseResult load(ParsedFlags flags, ProcessEnvironment env) {
    ConfigLoader.Layers layers =
        new ConfigLoader.Layers(
            path(flags.get(NodeFlags.CONFIG), env),
            path(flags.get(NodeFlags.CONFIG_DIR), env),
            flags.fields());
    List<Problem> problems = new ArrayList<>(NodeFlagRules.check(flags));
    return switch (ConfigLoader.load(layers)) {
      case LoadResult.Invalid invalid -> {
        problems.addAll(invalid.problems());
        yield new Fail(List.copyOf(problems));
      }
      case LoadResult.Loaded loaded -> {
        KubeletOptions options = new KubeletOptions(loaded.config(), flags);
        problems.addAll(options.check());
        yield problems.isEmpty()
            ? new Run(options, options.warnings(loaded.warnings()))
            : new Fail(List.copyOf(problems));
      }
    };
  }

  private static Optional<Path> path(String text, ProcessEnvironment env) {
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(env.workingDirectory().resolve(text).normalize());
  }

  private List<Problem> check() {
    List<Problem> problems = new ArrayList<>(ConfigRules.check(config));
    if (isStandalone()) {
      problems.addAll(NodeFlagRules.checkStandalone(config));
    }
    return problems;
  }

  private List<String> warnings(List<String> fromLoading) {
    List<String> warnings = new ArrayList<>();
    for (Flag<?> flag : flags.given()) {
      if (flag.deprecated()) {
        warnings.add("Flag %s has been deprecated, %s".formatted(flag, flag.deprecation()));
      }
    }
    warnings.addAll(fromLoading);
    warnings.addAll(ConfigRules.warnings(config));
    warnings.addAll(SupportReport.warnings(config, flags));
    return List.copyOf(warnings);
  }

  /** Whether the node works without an API server. */
  public boolean isStandalone() {
    return flags.get(NodeFlags.KUBECONFIG).isEmpty();
  }

  /** The version to report in the node's status and in metrics. */
  public String reportedVersion() {
    return KubeletVersion.reported(flags.get(GlobalFlags.VERSION_REQUEST));
  }

  /** The field and the flag of this name are alternatives. */
  public boolean seccompDefault() {
    return config.get(RuntimeFields.SECCOMP_DEFAULT) || flags.get(NodeFlags.SECCOMP_DEFAULT);
  }

  /** One line {@code FLAG: --name="value"} for each flag, to be logged from verbosity 1 on. */
  public List<String> flagLines() {
    return FlagLines.lines(config, flags);
  }

  /** The value of each flag by its name, those that may be secret masked. */
  public Map<String, String> flagValues() {
    return FlagLines.values(config, flags);
  }
}
