package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.LinuxPodSandboxStatus;
import dev.jubelet.api.cri.Namespace;
import dev.jubelet.api.cri.NamespaceMode;
import dev.jubelet.api.cri.NamespaceOption;
import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PodSandboxFilter;
import dev.jubelet.api.cri.PodSandboxNetworkStatus;
import dev.jubelet.api.cri.PodSandboxState;
import dev.jubelet.api.cri.PodSandboxStatus;
import dev.jubelet.edge.cri.CriException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sandboxes of a fake runtime. READY from the start, NOTREADY once stopped, then removed.
 *
 * <p>Thread: under the lock of {@link FakeCri}. Owns: the status of each sandbox, by id.
 */
final class FakeSandboxes {
  private final Map<String, PodSandboxStatus> all = new LinkedHashMap<>();
  private int addresses = 1;

  PodSandboxStatus run(String id, PodSandboxConfig config, String handler, long nanos) {
    checkNameFree(config);
    NamespaceOption namespaces = config.getLinux().getSecurityContext().getNamespaceOptions();
    PodSandboxStatus status =
        PodSandboxStatus.newBuilder()
            .setId(id)
            .setMetadata(config.getMetadata())
            .setState(PodSandboxState.SANDBOX_READY)
            .setCreatedAt(nanos)
            .setNetwork(network(namespaces))
            .setLinux(
                LinuxPodSandboxStatus.newBuilder()
                    .setNamespaces(Namespace.newBuilder().setOptions(namespaces)))
            .putAllLabels(config.getLabelsMap())
            .putAllAnnotations(config.getAnnotationsMap())
            .setRuntimeHandler(handler)
            .build();
    all.put(id, status);
    return status;
  }

  private void checkNameFree(PodSandboxConfig config) {
    for (PodSandboxStatus other : all.values()) {
      if (other.getMetadata().equals(config.getMetadata())) {
        throw new CriException(
            CriException.Kind.INTERNAL,
            "RunPodSandbox",
            "failed to reserve sandbox name: it is reserved for \"" + other.getId() + "\"");
      }
    }
  }

  private PodSandboxNetworkStatus network(NamespaceOption namespaces) {
    if (namespaces.getNetwork() == NamespaceMode.NODE) {
      return PodSandboxNetworkStatus.getDefaultInstance();
    }
    int n = addresses++;
    return PodSandboxNetworkStatus.newBuilder()
        .setIp("10." + (88 + n / 62_500) + "." + (n / 250 % 250) + "." + (n % 250 + 2))
        .build();
  }

  PodSandboxStatus get(String id, String rpc) {
    PodSandboxStatus status = all.get(id);
    if (status == null) {
      throw new CriException(
          CriException.Kind.NOT_FOUND,
          rpc,
          "an error occurred when try to find sandbox \"" + id + "\": not found");
    }
    return status;
  }

  boolean has(String id) {
    return all.containsKey(id);
  }

  boolean ready(String id) {
    PodSandboxStatus status = all.get(id);
    return status != null && status.getState() == PodSandboxState.SANDBOX_READY;
  }

  PodSandboxStatus stop(String id) {
    PodSandboxStatus stopped =
        get(id, "StopPodSandbox").toBuilder()
            .setState(PodSandboxState.SANDBOX_NOTREADY)
            .setNetwork(PodSandboxNetworkStatus.getDefaultInstance())
            .build();
    all.put(id, stopped);
    return stopped;
  }

  void remove(String id) {
    all.remove(id);
  }

  List<PodSandbox> list(PodSandboxFilter filter) {
    return all.values().stream()
        .filter(status -> status.getId().startsWith(filter.getId()))
        .filter(status -> !filter.hasState() || filter.getState().getState() == status.getState())
        .filter(status -> LabelSelector.match(filter.getLabelSelectorMap(), status.getLabelsMap()))
        .map(FakeSandboxes::listed)
        .toList();
  }

  private static PodSandbox listed(PodSandboxStatus status) {
    return PodSandbox.newBuilder()
        .setId(status.getId())
        .setMetadata(status.getMetadata())
        .setState(status.getState())
        .setCreatedAt(status.getCreatedAt())
        .putAllLabels(status.getLabelsMap())
        .putAllAnnotations(status.getAnnotationsMap())
        .setRuntimeHandler(status.getRuntimeHandler())
        .build();
  }
}
