package dev.jubelet.pod.pleg;

import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.ContainerStatus;
import dev.jubelet.api.cri.LinuxContainerResources;
import dev.jubelet.api.cri.LinuxContainerUser;
import dev.jubelet.api.cri.NamespaceMode;
import dev.jubelet.api.cri.PodIP;
import dev.jubelet.api.cri.PodSandboxNetworkStatus;
import dev.jubelet.api.cri.PodSandboxState;
import dev.jubelet.api.cri.PodSandboxStatus;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedContainer.LinuxUser;
import dev.jubelet.pod.model.ObservedContainer.Resources;
import dev.jubelet.pod.model.ObservedContainer.State;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.spec.StopSignals;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** From the CRI's words to ours. Pure. */
final class ObservedMapping {
  private ObservedMapping() {}

  static ObservedSandbox sandbox(PodSandboxStatus status) {
    boolean hostNetwork =
        status.getLinux().getNamespaces().getOptions().getNetwork() == NamespaceMode.NODE;
    return new ObservedSandbox(
        status.getId(),
        status.getMetadata().getAttempt(),
        status.getState() == PodSandboxState.SANDBOX_READY,
        instant(status.getCreatedAt()),
        hostNetwork,
        hostNetwork ? List.of() : ips(status.getNetwork()),
        status.getRuntimeHandler());
  }

  private static List<String> ips(PodSandboxNetworkStatus network) {
    return Stream.concat(
            Stream.of(network.getIp()), network.getAdditionalIpsList().stream().map(PodIP::getIp))
        .filter(ip -> !ip.isEmpty())
        .toList();
  }

  static ObservedContainer container(ContainerStatus status, String sandboxId, String message) {
    Map<String, String> annotations = status.getAnnotationsMap();
    return new ObservedContainer(
        status.getId(),
        status.getMetadata().getName(),
        sandboxId,
        state(status.getState()),
        restartCount(status, annotations),
        annotations.getOrDefault(Annotations.CONTAINER_HASH, ""),
        instant(status.getCreatedAt()),
        instantOrNull(status.getStartedAt()),
        instantOrNull(status.getFinishedAt()),
        status.getExitCode(),
        status.getReason(),
        message,
        imageName(status),
        status.getImageRef(),
        status.getLogPath(),
        annotations,
        user(status),
        resources(status),
        StopSignals.name(status.getStopSignal()));
  }

  static State state(ContainerState state) {
    return switch (state) {
      case CONTAINER_CREATED -> State.CREATED;
      case CONTAINER_RUNNING -> State.RUNNING;
      case CONTAINER_EXITED -> State.EXITED;
      case CONTAINER_UNKNOWN, UNRECOGNIZED -> State.UNKNOWN;
    };
  }

  private static int restartCount(ContainerStatus status, Map<String, String> annotations) {
    String written = annotations.get(Annotations.CONTAINER_RESTART_COUNT);
    if (written != null && written.matches("\\d{1,9}")) {
      return Integer.parseInt(written);
    }
    return status.getMetadata().getAttempt();
  }

  private static String imageName(ContainerStatus status) {
    String userSpecified = status.getImage().getUserSpecifiedImage();
    return status.getImage().getImage().isEmpty() ? userSpecified : status.getImage().getImage();
  }

  private static @Nullable LinuxUser user(ContainerStatus status) {
    if (!status.hasUser() || !status.getUser().hasLinux()) {
      return null;
    }
    LinuxContainerUser linux = status.getUser().getLinux();
    return new LinuxUser(linux.getUid(), linux.getGid(), linux.getSupplementalGroupsList());
  }

  private static @Nullable Resources resources(ContainerStatus status) {
    if (!status.hasResources() || !status.getResources().hasLinux()) {
      return null;
    }
    LinuxContainerResources linux = status.getResources().getLinux();
    return new Resources(
        linux.getCpuShares(),
        linux.getCpuQuota(),
        linux.getCpuPeriod(),
        linux.getMemoryLimitInBytes());
  }

  static Instant instant(long nanosSinceEpoch) {
    return Instant.ofEpochSecond(0, nanosSinceEpoch);
  }

  private static @Nullable Instant instantOrNull(long nanosSinceEpoch) {
    return nanosSinceEpoch == 0 ? null : instant(nanosSinceEpoch);
  }
}
