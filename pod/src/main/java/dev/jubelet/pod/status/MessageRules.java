package dev.jubelet.pod.status;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateTerminatedBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last words of all containers of a pod share a limit; each keeps the beginning that fits into
 * its equal part. Pure.
 */
final class MessageRules {
  private static final int MAX_BYTES_OF_POD = 12288;

  private final int limit;

  private MessageRules(Pod pod) {
    int containers =
        pod.getSpec().getContainers().size() + pod.getSpec().getInitContainers().size();
    this.limit = MAX_BYTES_OF_POD / Math.max(containers, 1);
  }

  static void apply(Pod pod, PodStatus status) {
    MessageRules rules = new MessageRules(pod);
    status.setInitContainerStatuses(rules.limited(status.getInitContainerStatuses()));
    status.setContainerStatuses(rules.limited(status.getContainerStatuses()));
    status.setEphemeralContainerStatuses(rules.limited(status.getEphemeralContainerStatuses()));
  }

  private List<ContainerStatus> limited(List<ContainerStatus> statuses) {
    return statuses.stream().map(this::limited).toList();
  }

  private ContainerStatus limited(ContainerStatus status) {
    if (!isTooLong(status.getState()) && !isTooLong(status.getLastState())) {
      return status;
    }
    ContainerStatus copy = StatusCopies.of(status);
    copy.setState(limited(status.getState()));
    copy.setLastState(limited(status.getLastState()));
    return copy;
  }

  private @Nullable ContainerState limited(@Nullable ContainerState state) {
    if (state == null || !isTooLong(state)) {
      return state;
    }
    ContainerStateTerminated ended = state.getTerminated();
    ContainerState shorter = new ContainerState();
    shorter.setTerminated(
        new ContainerStateTerminatedBuilder(ended)
            .withMessage(beginning(ended.getMessage()))
            .build());
    return shorter;
  }

  private boolean isTooLong(@Nullable ContainerState state) {
    return state != null
        && state.getTerminated() != null
        && state.getTerminated().getMessage() != null
        && state.getTerminated().getMessage().getBytes(StandardCharsets.UTF_8).length > limit;
  }

  private String beginning(String message) {
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    int end = limit;
    while (end > 0 && isInsideOfCharacter(bytes[end])) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }

  private static boolean isInsideOfCharacter(byte b) {
    return (b & 0xC0) == 0x80;
  }
}
