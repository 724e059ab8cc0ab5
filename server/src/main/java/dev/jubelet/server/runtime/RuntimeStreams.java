package dev.jubelet.server.runtime;

import dev.jubelet.api.cri.AttachRequest;
import dev.jubelet.api.cri.CheckpointContainerRequest;
import dev.jubelet.api.cri.ExecRequest;
import dev.jubelet.api.cri.ExecSyncRequest;
import dev.jubelet.api.cri.ExecSyncResponse;
import dev.jubelet.api.cri.PortForwardRequest;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.server.AgentException;
import dev.jubelet.server.AgentException.Kind;
import dev.jubelet.server.AgentStreams;
import io.fabric8.kubernetes.api.model.Pod;
import java.net.URI;
import java.util.List;
import java.util.function.Supplier;

/**
 * The ways into running pods, by the names that people use for them.
 *
 * <p>Thread: any.
 */
public final class RuntimeStreams implements AgentStreams {
  private final StreamablePods pods;
  private final CriRuntime cri;
  private final CheckpointFiles checkpoints;

  public RuntimeStreams(StreamablePods pods, CriRuntime cri, CheckpointFiles checkpoints) {
    this.pods = pods;
    this.cri = cri;
    this.checkpoints = checkpoints;
  }

  @Override
  public URI exec(ContainerTarget target, List<String> command, StreamOptions options) {
    ExecRequest request =
        ExecRequest.newBuilder()
            .setContainerId(running(pod(target.pod()), target.container()).id())
            .addAllCmd(command)
            .setStdin(options.stdin())
            .setStdout(options.stdout())
            .setStderr(options.stderr())
            .setTty(options.tty())
            .build();
    return ask(() -> URI.create(cri.exec(request).getUrl()));
  }

  /** Whether there is a terminal was settled when the container was made. */
  @Override
  public URI attach(ContainerTarget target, StreamOptions options) {
    Pod pod = pod(target.pod());
    boolean tty =
        ContainerSpec.find(pod, target.container())
            .map(spec -> Boolean.TRUE.equals(spec.container().getTty()))
            .orElse(false);
    AttachRequest request =
        AttachRequest.newBuilder()
            .setContainerId(running(pod, target.container()).id())
            .setStdin(options.stdin())
            .setStdout(options.stdout())
            .setStderr(options.stderr() && !tty)
            .setTty(tty)
            .build();
    return ask(() -> URI.create(cri.attach(request).getUrl()));
  }

  @Override
  public URI portForward(PodTarget target, List<Integer> ports) {
    Pod pod = pod(target);
    ObservedSandbox sandbox =
        pods.observed(pod)
            .flatMap(ObservedPod::activeSandbox)
            .orElseThrow(
                () ->
                    new AgentException(
                        Kind.INTERNAL, "pod not found (\"%s\")".formatted(fullName(pod))));
    PortForwardRequest request =
        PortForwardRequest.newBuilder().setPodSandboxId(sandbox.id()).addAllPort(ports).build();
    return ask(() -> URI.create(cri.portForward(request).getUrl()));
  }

  @Override
  public byte[] run(ContainerTarget target, List<String> command) {
    ExecSyncRequest request =
        ExecSyncRequest.newBuilder()
            .setContainerId(running(pod(target.pod()), target.container()).id())
            .addAllCmd(command)
            .build();
    ExecSyncResponse ran = ask(() -> cri.execSync(request));
    if (ran.getExitCode() != 0) {
      throw new AgentException(
          Kind.INTERNAL,
          "command '%s' exited with %d: %s"
              .formatted(
                  String.join(" ", command), ran.getExitCode(), ran.getStderr().toStringUtf8()));
    }
    return ran.getStdout().concat(ran.getStderr()).toByteArray();
  }

  @Override
  public List<Pod> runningPods() {
    return ask(() -> RunningPods.list(cri));
  }

  @Override
  public String checkpoint(ContainerTarget target, long timeoutSeconds) {
    Pod pod = pod(target.pod());
    if (ContainerSpec.find(pod, target.container()).isEmpty()) {
      throw new AgentException(
          Kind.NOT_FOUND, "container %s does not exist".formatted(target.container()));
    }
    try {
      String file = checkpoints.next(fullName(pod), target.container());
      cri.checkpointContainer(
          CheckpointContainerRequest.newBuilder()
              .setContainerId(running(pod, target.container()).id())
              .setLocation(file)
              .setTimeout(timeoutSeconds)
              .build());
      return file;
    } catch (AgentException e) {
      throw checkpointFailure(target, e.text(), e);
    } catch (CriException e) {
      throw checkpointFailure(target, e.upstreamText(), e);
    }
  }

  private static AgentException checkpointFailure(
      ContainerTarget target, String reason, RuntimeException cause) {
    return new AgentException(
        Kind.INTERNAL,
        "checkpointing of %s/%s/%s failed (%s)"
            .formatted(target.pod().namespace(), target.pod().name(), target.container(), reason),
        cause);
  }

  private Pod pod(PodTarget target) {
    Pod pod =
        pods.find(target.namespace(), target.name())
            .orElseThrow(() -> new AgentException(Kind.NOT_FOUND, "pod does not exist"));
    if (target.uid() != null && !names(target.uid(), pod)) {
      throw new AgentException(Kind.NOT_FOUND, "pod not found");
    }
    return pod;
  }

  private boolean names(String uid, Pod pod) {
    return uid.equals(pod.getMetadata().getUid())
        || pods.mirrorUid(pod).filter(uid::equals).isPresent();
  }

  private ObservedContainer running(Pod pod, String container) {
    return pods.observed(pod)
        .flatMap(observed -> observed.current(container))
        .filter(ObservedContainer::isRunning)
        .orElseThrow(
            () ->
                new AgentException(
                    Kind.INTERNAL, "container not found (\"%s\")".formatted(container)));
  }

  private static String fullName(Pod pod) {
    return pod.getMetadata().getName() + "_" + pod.getMetadata().getNamespace();
  }

  private static <T> T ask(Supplier<T> call) {
    try {
      return call.get();
    } catch (CriException e) {
      throw new AgentException(kind(e), e.upstreamText(), e);
    } catch (IllegalArgumentException e) {
      throw new AgentException(Kind.INTERNAL, "the runtime gave an unusable URL", e);
    }
  }

  private static Kind kind(CriException e) {
    return switch (e.kind()) {
      case NOT_FOUND -> Kind.NOT_FOUND;
      case EXHAUSTED -> Kind.EXHAUSTED;
      case INVALID, UNAVAILABLE, TIMEOUT, UNIMPLEMENTED, ALREADY_EXISTS, CANCELLED, INTERNAL ->
          Kind.INTERNAL;
    };
  }
}
