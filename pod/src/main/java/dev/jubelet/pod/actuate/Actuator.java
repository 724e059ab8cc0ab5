package dev.jubelet.pod.actuate;

import dev.jubelet.base.Timeline;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.ActuationOutcome;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.MadePod;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodAction;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.TerminationPlan;
import dev.jubelet.pod.model.TerminationPlan.Stop;
import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.pod.translate.PodSurroundings;
import dev.jubelet.pod.translate.SandboxOutcome;
import dev.jubelet.pod.translate.env.NodeFieldValues;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries out plans.
 *
 * <p>Thread: the pod's lane, one plan at a time for a pod.
 */
public final class Actuator {
  private final Parts parts;
  private final Rules rules;

  /** Who does the single actions. */
  public record Parts(
      SandboxStarter sandboxes,
      ImageVolumes imageVolumes,
      ContainerStarter containers,
      PostStartHooks postStart,
      PodKiller killer,
      PodPurger purger,
      PodEvents events,
      Timeline timeline) {}

  /**
   * What is decided or read elsewhere: how to end a pod, the grace of a single container, a sandbox
   * as the runtime has it, what pods may know about the node, and which handlers of the runtime
   * make mounts read-only with all below them.
   */
  public record Rules(
      BiFunction<Pod, ObservedPod, TerminationPlan> termination,
      BiFunction<Pod, PodAction.KillContainer, Long> grace,
      Function<String, ObservedSandbox> sandbox,
      Supplier<NodeFieldValues> node,
      NodeFiles nodeFiles,
      Predicate<String> recursiveReadOnly) {}

  public Actuator(Parts parts, Rules rules) {
    this.parts = parts;
    this.rules = rules;
  }

  /**
   * Does what the plan says, in its order. {@code sandboxMade} is told of a new sandbox before any
   * image is pulled for it. Throws {@link CriException} when the runtime fails.
   */
  public ActuationOutcome perform(
      Pod pod,
      ObservedPod observed,
      PodPlan plan,
      VolumeOutcome.Ready volumes,
      Consumer<ObservedSandbox> sandboxMade) {
    Pass pass = new Pass(pod, observed, volumes, sandboxMade);
    try {
      for (PodAction action : plan.actions()) {
        pass.perform(action);
      }
    } catch (ActuationException e) {
      pass.failure = e.text();
    }
    return pass.outcome();
  }

  /** One plan under way: what the later actions need from the earlier ones. */
  private final class Pass {
    private final Pod pod;
    private final PodUid uid;
    private final ObservedPod observed;
    private final VolumeOutcome.Ready volumes;
    private final Consumer<ObservedSandbox> sandboxMade;
    private final Set<String> started = new HashSet<>();
    private final Map<String, StartError> failed = new HashMap<>();

    private final List<String> containerIds = new ArrayList<>();

    private boolean changed;
    private boolean stopStarting;
    private @Nullable String failure;
    private @Nullable Instant retryAt;
    private ContainerStarter.@Nullable Place place;
    private @Nullable String madeSandbox;

    Pass(
        Pod pod,
        ObservedPod observed,
        VolumeOutcome.Ready volumes,
        Consumer<ObservedSandbox> sandboxMade) {
      this.pod = pod;
      this.uid = PodUid.of(pod);
      this.observed = observed;
      this.volumes = volumes;
      this.sandboxMade = sandboxMade;
    }

    void perform(PodAction action) {
      switch (action) {
        case PodAction.KillPod(String message) -> killPod(message);
        case PodAction.KillContainer kill -> killContainer(kill);
        case PodAction.RemoveContainer remove -> {
          parts.purger().remove(observed, remove.containerId(), remove.keepLog());
          changed = true;
        }
        case PodAction.CreateSandbox(int attempt) -> createSandbox(attempt);
        case PodAction.StartContainer start -> startContainer(start);
      }
    }

    private void killPod(String message) {
      if (!message.isEmpty()) {
        parts.events().normal(pod, "SandboxChanged", message);
      }
      changed = true;
      parts.killer().kill(observed, pod, rules.termination().apply(pod, observed));
    }

    private void killContainer(PodAction.KillContainer kill) {
      changed = true;
      ContainerSpec spec =
          ContainerSpec.find(pod, kill.containerName())
              .orElseThrow(() -> new IllegalStateException("no " + kill.containerName()));
      Long grace = kill.graceSeconds();
      long seconds = grace != null ? grace : rules.grace().apply(pod, kill);
      Stop stop =
          new Stop(
              kill.containerId(),
              kill.containerName(),
              spec.kind(),
              seconds,
              PreStopHooks.isWanted(spec));
      parts.killer().killOne(pod, PodKiller.ips(observed), stop, kill.message());
    }

    private void createSandbox(int attempt) {
      SandboxOutcome.Built sandbox = parts.sandboxes().describe(pod, attempt);
      changed = true;
      ObservedSandbox made = read(parts.sandboxes().run(pod, sandbox));
      madeSandbox = made.id();
      sandboxMade.accept(made);
      place = place(made.id(), sandbox, made.ips());
    }

    private ObservedSandbox read(String sandboxId) {
      try {
        ObservedSandbox made = rules.sandbox().apply(sandboxId);
        made.ips().stream()
            .findFirst()
            .ifPresent(ip -> parts.timeline().mark(uid.value(), "ip", ip));
        return made;
      } catch (CriException e) {
        if (e.kind() == CriException.Kind.CANCELLED) {
          throw e;
        }
        String message = "Unable to get pod sandbox status: " + e.upstreamText();
        parts.events().warning(pod, "FailedPodSandBoxStatus", message);
        throw new ActuationException(message);
      }
    }

    private void startContainer(PodAction.StartContainer start) {
      if (stopStarting) {
        return;
      }
      ContainerSpec spec =
          ContainerSpec.find(pod, start.containerName())
              .orElseThrow(() -> new IllegalStateException("no " + start.containerName()));
      changed = true;
      switch (parts.containers().start(pod, spec, start.restartCount(), place())) {
        case StartResult.Started ok -> afterStart(spec, ok.containerId(), start.required());
        case StartResult.Failed bad -> {
          failed.put(spec.name(), bad.error());
          retryAt = earlier(retryAt, bad.retryAt());
          stopStarting = start.required();
        }
      }
    }

    private void afterStart(ContainerSpec spec, String containerId, boolean required) {
      containerIds.add(containerId);
      List<String> podIps = place().surroundings().podIps();
      parts
          .postStart()
          .run(pod, spec, containerId, podIps)
          .ifPresentOrElse(
              error -> {
                failed.put(spec.name(), error);
                stopStarting = required;
              },
              () -> started.add(spec.name()));
    }

    /** Where containers go: the sandbox made in this pass, or the one that was there. */
    private ContainerStarter.Place place() {
      if (place == null) {
        ObservedSandbox sandbox =
            observed
                .activeSandbox()
                .orElseThrow(() -> new ActuationException("the pod has no ready sandbox"));
        place =
            place(sandbox.id(), parts.sandboxes().describe(pod, sandbox.attempt()), sandbox.ips());
      }
      return Objects.requireNonNull(place);
    }

    private ContainerStarter.Place place(
        String sandboxId, SandboxOutcome.Built sandbox, List<String> podIps) {
      return new ContainerStarter.Place(
          sandboxId, sandbox.config(), surroundings(sandbox, podIps), observed);
    }

    private PodSurroundings surroundings(SandboxOutcome.Built sandbox, List<String> podIps) {
      boolean hostNetwork = Boolean.TRUE.equals(pod.getSpec().getHostNetwork());
      return new PodSurroundings(
          podIps,
          volumes.hostPaths(),
          parts.imageVolumes().ensure(pod, sandbox.config()),
          rules.node().get(),
          hostNetwork ? rules.nodeFiles().hostsText() : "",
          rules.recursiveReadOnly().test(sandbox.runtimeHandler()),
          volumes.relabelled());
    }

    ActuationOutcome outcome() {
      return new ActuationOutcome(changed, started, failed, failure, retryAt, made());
    }

    /** What a failed start has left is known to the runtime only. */
    private @Nullable MadePod made() {
      return observed.isEmpty() && madeSandbox != null && failure == null && failed.isEmpty()
          ? new MadePod(madeSandbox, containerIds)
          : null;
    }
  }

  private static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.isBefore(b) ? a : b;
  }
}
