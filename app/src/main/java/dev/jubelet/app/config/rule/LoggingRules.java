package dev.jubelet.app.config.rule;

import dev.jubelet.app.config.field.Field;
import dev.jubelet.app.config.field.LoggingFields;
import dev.jubelet.app.config.value.Quantity;
import dev.jubelet.app.config.value.VmodulePattern;
import java.util.List;
import java.util.Set;

/** Logging and tracing. */
final class LoggingRules {
  private static final Set<String> ENDPOINT_SCHEMES = Set.of("dns", "unix", "unix-abstract");

  private LoggingRules() {}

  static void check(Findings findings) {
    findings.oneOf(LoggingFields.LOGGING_FORMAT, "text", "json");
    boolean json = findings.get(LoggingFields.LOGGING_FORMAT).equals("json");
    if (json && !findings.enabled("LoggingBetaOptions")) {
      findings.add(LoggingFields.LOGGING_FORMAT, "json needs the feature gate LoggingBetaOptions");
    }
    findings.require(
        findings.get(LoggingFields.LOGGING_FLUSH_FREQUENCY).isPositive(),
        LoggingFields.LOGGING_FLUSH_FREQUENCY,
        "must be longer than 0s");
    findings.between(LoggingFields.LOGGING_VERBOSITY, 0, Integer.MAX_VALUE);
    checkVmodule(findings, json);
    checkAlphaOptions(findings);
    checkTracing(findings);
  }

  private static void checkVmodule(Findings findings, boolean json) {
    List<VmodulePattern> patterns = findings.get(LoggingFields.LOGGING_VMODULE);
    if (json && !patterns.isEmpty()) {
      findings.add(LoggingFields.LOGGING_VMODULE, "works with the text format only");
    }
    for (VmodulePattern pattern : patterns) {
      String name = pattern.filePattern();
      if (name.isEmpty() || name.contains("=") || name.contains(",")) {
        findings.add(
            LoggingFields.LOGGING_VMODULE,
            "filePattern must not be empty nor contain = or a comma, but is \"" + name + "\"");
      }
      if (pattern.verbosity() > Integer.MAX_VALUE) {
        findings.add(LoggingFields.LOGGING_VMODULE, "verbosity must be at most 2147483647");
      }
    }
  }

  private static void checkAlphaOptions(Findings findings) {
    if (findings.enabled("LoggingAlphaOptions")) {
      return;
    }
    String rule = "needs the feature gate LoggingAlphaOptions";
    for (Field<Boolean> split :
        List.of(LoggingFields.TEXT_SPLIT_STREAM, LoggingFields.JSON_SPLIT_STREAM)) {
      findings.require(!findings.get(split), split, rule);
    }
    for (Field<Quantity> size :
        List.of(LoggingFields.TEXT_INFO_BUFFER_SIZE, LoggingFields.JSON_INFO_BUFFER_SIZE)) {
      findings.require(findings.get(size).isZero(), size, rule);
    }
  }

  private static void checkTracing(Findings findings) {
    if (findings.config().find(LoggingFields.TRACING_SAMPLING_RATE_PER_MILLION).isPresent()) {
      findings.between(LoggingFields.TRACING_SAMPLING_RATE_PER_MILLION, 0, 1_000_000);
    }
    String endpoint = findings.get(LoggingFields.TRACING_ENDPOINT);
    int scheme = endpoint.indexOf("://");
    findings.require(
        scheme < 0 || ENDPOINT_SCHEMES.contains(endpoint.substring(0, scheme)),
        LoggingFields.TRACING_ENDPOINT,
        "must have the scheme dns, unix or unix-abstract, or none");
    if (endpoint.startsWith("unix-abstract:")) {
      findings.add(
          LoggingFields.TRACING_ENDPOINT,
          "abstract sockets are not supported; use the path of a socket file, as unix:///path");
    }
  }
}
