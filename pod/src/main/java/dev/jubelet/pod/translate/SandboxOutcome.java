package dev.jubelet.pod.translate;

import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.pod.translate.spec.TranslationWarning;
import java.util.List;

/** What became of a pod's spec when its sandbox was described. */
public sealed interface SandboxOutcome {

  /**
   * The description, which of the runtime's handlers is to run it (the default one when empty), and
   * what the user should be told about it.
   */
  record Built(PodSandboxConfig config, String runtimeHandler, List<TranslationWarning> warnings)
      implements SandboxOutcome {
    public Built {
      warnings = List.copyOf(warnings);
    }
  }

  /** There is none; the message is for the event about the sandbox that was not made. */
  record Refused(String message) implements SandboxOutcome {}
}
