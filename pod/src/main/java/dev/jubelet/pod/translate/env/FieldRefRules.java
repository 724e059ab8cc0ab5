package dev.jubelet.pod.translate.env;

import static dev.jubelet.pod.translate.spec.SpecValues.map;
import static dev.jubelet.pod.translate.spec.SpecValues.text;

import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a variable gets that refers to a field of its pod. Thread: any. */
final class FieldRefRules {
  private static final Pattern SUBSCRIPTED = Pattern.compile("(.+?)\\['(.*)']");

  static String value(String path, EnvironmentRequest request) {
    Matcher subscripted = SUBSCRIPTED.matcher(path);
    if (subscripted.matches()) {
      return entry(subscripted.group(1), subscripted.group(2), request.pod());
    }
    Pod pod = request.pod();
    return switch (path) {
      case "metadata.name" -> pod.getMetadata().getName();
      case "metadata.namespace" -> pod.getMetadata().getNamespace();
      case "metadata.uid" -> pod.getMetadata().getUid();
      case "spec.nodeName" -> text(pod.getSpec().getNodeName());
      case "spec.serviceAccountName" -> text(pod.getSpec().getServiceAccountName());
      case "status.hostIP" -> request.node().ips().stream().findFirst().orElse("");
      case "status.hostIPs" -> String.join(",", request.node().ips());
      case "status.podIP" -> request.podIps().stream().findFirst().orElse("");
      case "status.podIPs" -> String.join(",", request.podIps());
      default -> throw new UntranslatableException("unsupported fieldPath: " + path);
    };
  }

  private static String entry(String path, String key, Pod pod) {
    Map<String, String> entries =
        switch (path) {
          case "metadata.labels" -> map(pod.getMetadata().getLabels());
          case "metadata.annotations" -> map(pod.getMetadata().getAnnotations());
          default ->
              throw new UntranslatableException(
                  "fieldPath \"%s\" does not support subscript".formatted(path));
        };
    return text(entries.get(key));
  }

  private FieldRefRules() {}
}
