package dev.jubelet.server.problem;

import dev.jubelet.base.Timeline;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.server.AgentView.Problem;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is wrong with a pod, and what to do; pure. */
public final class PodProblems {
  private static final Set<String> BEGINNINGS = Set.of("ContainerCreating", "PodInitializing");
  private static final Set<String> IMAGE_REASONS =
      Set.of(
          "ErrImagePull",
          "ImagePullBackOff",
          "ErrImageNeverPull",
          "InvalidImageName",
          "ImageInspectError",
          "RegistryUnavailable",
          "SignatureValidationFailed");

  private static final String REJECTED = "Pod was rejected: ";

  /** Waits that are no container's and mean that something is wrong. */
  private static final Map<String, String> WAITS =
      Map.of(
          "its volumes", "volume",
          "its sandbox", "sandbox",
          "the removal of its remains", "removal");

  private static final Map<String, String> AFTER_REFUSAL =
      Map.of(
          "PodFeatureUnsupported", "remove the named fields from the manifest",
          "NodePorts", "use another host port, or end the pod that has it",
          "NodeName", "remove spec.nodeName, or run the pod on that node",
          "NodeAffinity", "give the node the labels that the pod asks for (--node-labels)",
          "SysctlForbidden", "remove the sysctl, or allow it in allowedUnsafeSysctls",
          "AppArmor", "remove the AppArmor profile, or enable AppArmor on this machine");

  private final Pod pod;
  private final String name;

  /** Of all these pods, each with its steps from the timeline. */
  public static List<Problem> of(List<Pod> pods, Timeline timeline) {
    return pods.stream()
        .flatMap(
            pod ->
                new PodProblems(pod)
                    .list(timeline.history(PodUid.of(pod).value()).entries()).stream())
        .toList();
  }

  PodProblems(Pod pod) {
    this.pod = pod;
    this.name = PodKey.of(pod).toString();
  }

  /** {@code steps} is the pod's timeline. */
  List<Problem> list(List<Timeline.Entry> steps) {
    PodStatus status = pod.getStatus();
    List<Problem> problems = new ArrayList<>();
    if (status != null && "Failed".equals(status.getPhase())) {
      if (status.getReason() != null) {
        problems.add(failed(status));
      }
      return problems;
    }
    if (status != null) {
      Stream.of(status.getInitContainerStatuses(), status.getContainerStatuses())
          .flatMap(List::stream)
          .forEach(container -> addTo(problems, container));
    }
    steps.stream()
        .filter(step -> step.end() == null && step.what().equals("wait"))
        .filter(step -> WAITS.containsKey(step.detail()))
        .forEach(step -> problems.add(waiting(step)));
    return problems;
  }

  private Problem failed(PodStatus status) {
    boolean ran =
        status.getContainerStatuses().stream()
            .anyMatch(c -> c.getState() != null && c.getState().getTerminated() != null);
    String reason = status.getReason();
    String message = status.getMessage() == null ? "" : status.getMessage().strip();
    String advice =
        reason.startsWith("OutOf")
            ? "lower the pod's requests, or end other pods"
            : AFTER_REFUSAL.getOrDefault(reason, "correct the pod");
    return problem(
        ran ? "failed" : "refused",
        reason
            + ": "
            + (message.startsWith(REJECTED) ? message.substring(REJECTED.length()) : message),
        ran ? explain() : advice);
  }

  private void addTo(List<Problem> problems, ContainerStatus container) {
    ContainerState state = container.getState();
    ContainerStateWaiting waiting = state == null ? null : state.getWaiting();
    String reason = waiting == null ? null : waiting.getReason();
    if (waiting == null || reason == null || BEGINNINGS.contains(reason)) {
      return;
    }
    if (reason.equals("CrashLoopBackOff")) {
      problems.add(crashLoop(container));
    } else {
      problems.add(
          problem(
              IMAGE_REASONS.contains(reason) ? "image" : "container",
              "container %s: %s%s".formatted(container.getName(), reason, after(waiting)),
              IMAGE_REASONS.contains(reason)
                  ? "check the image's name, the registry and its credentials; the pull is retried"
                  : "correct what the message names; the start is retried"));
    }
  }

  private static String after(ContainerStateWaiting waiting) {
    return waiting.getMessage() == null ? "" : ": " + waiting.getMessage();
  }

  private Problem crashLoop(ContainerStatus container) {
    ContainerState last = container.getLastState();
    ContainerStateTerminated end = last == null ? null : last.getTerminated();
    int ends = container.getRestartCount() + 1;
    return problem(
        "crash loop",
        "container %s ended %s%s"
            .formatted(container.getName(), ends == 1 ? "once" : ends + " times", with(end)),
        "read `jubelet logs %s -c %s` and `jubelet explain %s`"
            .formatted(name, container.getName(), name));
  }

  private static String with(@Nullable ContainerStateTerminated end) {
    return end == null
        ? ""
        : ", last with exit code %d (%s)".formatted(end.getExitCode(), end.getReason());
  }

  private Problem waiting(Timeline.Entry step) {
    return problem(
        WAITS.getOrDefault(step.detail(), "waiting"), String.valueOf(step.waitedFor()), explain());
  }

  private String explain() {
    return "see `jubelet explain " + name + "`";
  }

  private Problem problem(String kind, String reason, String advice) {
    return new Problem(kind, name, reason, advice, null);
  }
}
