package dev.jubelet.pod.actuate;

import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.CreateContainerRequest;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.StartContainerRequest;
import dev.jubelet.base.Timeline;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.SubPathMount;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.pod.translate.ContainerConfigBuilder;
import dev.jubelet.pod.translate.ContainerOutcome;
import dev.jubelet.pod.translate.ContainerRequest;
import dev.jubelet.pod.translate.PodSurroundings;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/**
 * Starts one container: image, description, files, create, start, link to its log.
 *
 * <p>Thread: the pod's lane. A failure belongs to the container and is returned; only a cancelled
 * call is thrown.
 */
public final class ContainerStarter {
  private final CriRuntime cri;
  private final Means means;
  private final PodEvents events;
  private final Timeline timeline;
  private final StartGate gate;

  /** What a start needs from elsewhere; {@code hash} stands for the spec a container is made of. */
  public record Means(
      Images images,
      ContainerConfigBuilder builder,
      Function<ContainerSpec, String> hash,
      ContainerLogs logs,
      SubPaths subPaths) {}

  public ContainerStarter(
      CriRuntime cri, Means means, PodEvents events, Timeline timeline, StartGate gate) {
    this.cri = cri;
    this.means = means;
    this.events = events;
    this.timeline = timeline;
    this.gate = gate;
  }

  /** The sandbox a container goes into: its id, its description, and what else is in the pod. */
  record Place(
      String sandboxId,
      PodSandboxConfig sandbox,
      PodSurroundings surroundings,
      ObservedPod observed) {}

  StartResult start(Pod pod, ContainerSpec spec, int restartCount, Place place) {
    Optional<ImageOutcome.Unavailable> missing =
        ImageVolumes.missing(spec, place.surroundings().imageVolumes());
    if (missing.isPresent()) {
      StartError error = missing.get().error();
      String event = "Error: " + error.reason().wireName();
      events.warning(pod, spec.kind(), spec.name(), "Failed", event);
      return new StartResult.Failed(error, missing.get().retryAt());
    }
    Timeline.Step pull =
        timeline.begin(PodUid.of(pod).value(), "image", spec.container().getImage());
    ImageOutcome image = means.images().ensure(pod, spec, place.sandbox(), pull);
    return switch (image) {
      case ImageOutcome.Unavailable unavailable -> {
        String reason = unavailable.error().reason().wireName();
        pull.end(reason);
        events.warning(pod, spec.kind(), spec.name(), "Failed", "Error: " + reason);
        yield new StartResult.Failed(unavailable.error(), unavailable.retryAt());
      }
      case ImageOutcome.Present present -> {
        pull.end("");
        yield run(pod, spec, restartCount, place, present);
      }
    };
  }

  private StartResult run(
      Pod pod, ContainerSpec spec, int restartCount, Place place, ImageOutcome.Present image) {
    Timeline.Step step = timeline.begin(PodUid.of(pod).value(), "container", spec.name());
    StartResult result;
    try (StartGate.Pass _ =
        gate.enter(StartGate.Turn.CONTINUE, () -> step.waitsFor("other pods to start"))) {
      result = describeAndRun(pod, spec, restartCount, place, image);
    } catch (CriException e) {
      step.end(e.text());
      throw e;
    }
    switch (result) {
      case StartResult.Started started -> step.end("");
      case StartResult.Failed failed -> {
        step.end(failed.error().reason().wireName() + ": " + failed.error().message());
        events.warning(
            pod, spec.kind(), spec.name(), "Failed", "Error: " + failed.error().message());
      }
    }
    return result;
  }

  private StartResult describeAndRun(
      Pod pod, ContainerSpec spec, int wantedCount, Place place, ImageOutcome.Present image) {
    Optional<String> target = spec.targetIn(pod);
    Optional<String> targetId =
        target.flatMap(place.observed()::current).map(ObservedContainer::id);
    if (target.isPresent() && targetId.isEmpty()) {
      return failed(
          WaitReason.CREATE_CONTAINER_CONFIG_ERROR,
          "unable to find target container " + target.get());
    }
    ContainerOutcome.Built built;
    int restartCount;
    try {
      restartCount =
          Math.max(wantedCount, means.logs().newestNumber(pod, spec.name()).orElse(-1) + 1);
      ContainerRequest request =
          new ContainerRequest(
              pod,
              spec.container(),
              new ContainerRequest.Instance(
                  restartCount, means.hash().apply(spec), "%08x".formatted(random())),
              image,
              place.surroundings(),
              targetId.orElse(null));
      switch (means.builder().build(request)) {
        case ContainerOutcome.Refused(StartError error) -> {
          return new StartResult.Failed(error, null);
        }
        case ContainerOutcome.Built ok -> built = ok;
      }
      PreparedFiles.write(built.files());
      means.logs().prepare(pod, spec.name());
      for (SubPathMount part : built.subPaths()) {
        Optional<String> problem = means.subPaths().bind(part);
        if (problem.isPresent()) {
          return subPathFailed(spec, part, problem.get());
        }
      }
    } catch (UncheckedIOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw new CriException(CriException.Kind.CANCELLED, "", "interrupted");
      }
      String why = e.getMessage() + ": " + e.getCause();
      return failed(WaitReason.CREATE_CONTAINER_CONFIG_ERROR, why);
    }
    return createAndStart(pod, spec, restartCount, place, built.config());
  }

  private static StartResult subPathFailed(ContainerSpec spec, SubPathMount part, String why) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CriException(CriException.Kind.CANCELLED, "", "interrupted");
    }
    return failed(
        WaitReason.CREATE_CONTAINER_CONFIG_ERROR,
        "failed to prepare subPath for volumeMount \"%s\" of container \"%s\": %s"
            .formatted(part.volume(), spec.name(), why));
  }

  private StartResult createAndStart(
      Pod pod, ContainerSpec spec, int restartCount, Place place, ContainerConfig config) {
    String id;
    try {
      id =
          cri.createContainer(
                  CreateContainerRequest.newBuilder()
                      .setPodSandboxId(place.sandboxId())
                      .setConfig(config)
                      .setSandboxConfig(place.sandbox())
                      .build())
              .getContainerId();
    } catch (CriException e) {
      return ImageVolumes.unknownTo(config, e)
          .map(message -> failed(WaitReason.CREATE_CONTAINER_ERROR, message))
          .orElseGet(() -> failedBy(WaitReason.CREATE_CONTAINER_ERROR, e));
    }
    events.normal(pod, spec.kind(), spec.name(), "Created", "Container created");
    try {
      cri.startContainer(StartContainerRequest.newBuilder().setContainerId(id).build());
    } catch (CriException e) {
      return failedBy(WaitReason.RUN_CONTAINER_ERROR, e);
    }
    events.normal(pod, spec.kind(), spec.name(), "Started", "Container started");
    means.logs().link(pod, spec.name(), id, restartCount);
    return new StartResult.Started(id);
  }

  private static StartResult failedBy(WaitReason reason, CriException e) {
    if (e.kind() == CriException.Kind.CANCELLED) {
      throw e;
    }
    return failed(reason, e.text());
  }

  private static StartResult failed(WaitReason reason, String message) {
    return new StartResult.Failed(new StartError(reason, message), null);
  }

  private static int random() {
    return ThreadLocalRandom.current().nextInt();
  }
}
