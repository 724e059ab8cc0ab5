package dev.jubelet.pod.translate.security;

import static dev.jubelet.pod.translate.spec.SpecValues.text;

import dev.jubelet.api.cri.SELinuxOption;
import io.fabric8.kubernetes.api.model.SELinuxOptions;

/** An SELinux label in the words of the CRI. Thread: any. */
final class SelinuxRules {

  static SELinuxOption label(SELinuxOptions options) {
    return SELinuxOption.newBuilder()
        .setUser(text(options.getUser()))
        .setRole(text(options.getRole()))
        .setType(text(options.getType()))
        .setLevel(text(options.getLevel()))
        .build();
  }

  private SelinuxRules() {}
}
