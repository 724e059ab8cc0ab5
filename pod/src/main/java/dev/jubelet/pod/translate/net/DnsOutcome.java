package dev.jubelet.pod.translate.net;

import dev.jubelet.pod.translate.spec.TranslationWarning;
import java.util.List;

/** The resolver configuration of a pod, and what the user should know about how it came about. */
public record DnsOutcome(ResolvConf config, List<TranslationWarning> warnings) {
  public DnsOutcome {
    warnings = List.copyOf(warnings);
  }
}
