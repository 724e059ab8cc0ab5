package dev.jubelet.pod.actuate;

import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.RunPodSandboxRequest;
import dev.jubelet.base.Timeline;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.translate.SandboxConfigBuilder;
import dev.jubelet.pod.translate.SandboxOutcome;
import dev.jubelet.pod.translate.SandboxRequest;
import dev.jubelet.pod.translate.spec.TranslationWarning;
import io.fabric8.kubernetes.api.model.Pod;

/**
 * Makes sandboxes, and describes them again for the containers that go into them.
 *
 * <p>Thread: the pod's lane.
 */
public final class SandboxStarter {
  private final CriRuntime cri;
  private final SandboxConfigBuilder builder;
  private final NodeFiles nodeFiles;
  private final PodEvents events;
  private final Timeline timeline;
  private final StartGate gate;

  public SandboxStarter(
      CriRuntime cri,
      SandboxConfigBuilder builder,
      NodeFiles nodeFiles,
      PodEvents events,
      Timeline timeline,
      StartGate gate) {
    this.cri = cri;
    this.builder = builder;
    this.nodeFiles = nodeFiles;
    this.events = events;
    this.timeline = timeline;
    this.gate = gate;
  }

  /** Throws {@link ActuationException} when the spec cannot be put into the runtime's words. */
  SandboxOutcome.Built describe(Pod pod, int attempt) {
    return switch (builder.build(new SandboxRequest(pod, attempt, nodeFiles.dns()))) {
      case SandboxOutcome.Refused(String message) -> {
        events.warning(pod, "FailedCreatePodSandBox", message);
        throw new ActuationException(message);
      }
      case SandboxOutcome.Built built -> built;
    };
  }

  /** Once in a pod's life: its later sandboxes are described in the same words. */
  private void tellWarnings(Pod pod, SandboxOutcome.Built sandbox) {
    if (sandbox.config().getMetadata().getAttempt() > 0) {
      return;
    }
    for (TranslationWarning warning : sandbox.warnings()) {
      switch (warning.about()) {
        case POD -> events.warning(pod, warning.reason(), warning.message());
        case NODE -> events.nodeWarning(warning.reason(), warning.message());
      }
    }
  }

  /** Makes the sandbox and returns its id. */
  String run(Pod pod, SandboxOutcome.Built sandbox) {
    PodSandboxConfig config = sandbox.config();
    Timeline.Step step =
        timeline.begin(
            PodUid.of(pod).value(), "sandbox", "attempt " + config.getMetadata().getAttempt());
    try (StartGate.Pass _ =
        gate.enter(StartGate.Turn.BEGIN, () -> step.waitsFor("other pods to start"))) {
      String id =
          cri.runPodSandbox(
                  RunPodSandboxRequest.newBuilder()
                      .setConfig(config)
                      .setRuntimeHandler(sandbox.runtimeHandler())
                      .build())
              .getPodSandboxId();
      step.end("");
      tellWarnings(pod, sandbox);
      return id;
    } catch (CriException e) {
      step.end(e.text());
      if (e.kind() == CriException.Kind.CANCELLED) {
        throw e;
      }
      String message = "Failed to create pod sandbox: " + e.upstreamText();
      events.warning(pod, "FailedCreatePodSandBox", message);
      throw new ActuationException(message);
    }
  }
}
