package dev.jubelet.pod.translate.env;

import static dev.jubelet.pod.translate.spec.SpecValues.text;

import dev.jubelet.pod.spec.MetadataFields;
import io.fabric8.kubernetes.api.model.Pod;

/** What a variable gets that refers to a field of its pod. Thread: any. */
final class FieldRefRules {

  static String value(String path, EnvironmentRequest request) {
    Pod pod = request.pod();
    return switch (path) {
      case "spec.nodeName" -> text(pod.getSpec().getNodeName());
      case "spec.serviceAccountName" -> text(pod.getSpec().getServiceAccountName());
      case "status.hostIP" -> request.node().ips().stream().findFirst().orElse("");
      case "status.hostIPs" -> String.join(",", request.node().ips());
      case "status.podIP" -> request.podIps().stream().findFirst().orElse("");
      case "status.podIPs" -> String.join(",", request.podIps());
      default -> MetadataFields.value(path, pod);
    };
  }

  private FieldRefRules() {}
}
