package dev.jubelet.pod.translate;

import static dev.jubelet.pod.translate.spec.SpecValues.text;

import dev.jubelet.pod.translate.env.Environment;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.Arrays;
import java.util.Optional;

/** Which part of its volume a mount shows. Thread: any. */
final class SubPathRules {
  private SubPathRules() {}

  /** A relative path without a step upwards; empty when the mount shows the whole volume. */
  static Optional<String> of(VolumeMount mount, Environment environment) {
    String expression = text(mount.getSubPathExpr());
    String path =
        expression.isEmpty() ? text(mount.getSubPath()) : environment.expandAll(expression);
    if (path.isEmpty()) {
      return Optional.empty();
    }
    if (path.startsWith("/")) {
      throw new UntranslatableException(
          "error SubPath `%s` must not be an absolute path".formatted(path));
    }
    if (Arrays.asList(path.split("/", -1)).contains("..")) {
      throw unable(path, "must not contain '..'");
    }
    if (path.indexOf('\0') >= 0) {
      throw unable(path.replace('\0', '?'), "must not contain a zero byte");
    }
    return Optional.of(path);
  }

  private static UntranslatableException unable(String path, String why) {
    return new UntranslatableException("unable to provision SubPath `%s`: %s".formatted(path, why));
  }
}
