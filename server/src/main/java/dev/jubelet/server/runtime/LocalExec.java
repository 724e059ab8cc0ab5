package dev.jubelet.server.runtime;

import dev.jubelet.api.cri.ExecRequest;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.server.AgentException;
import dev.jubelet.server.AgentException.Kind;
import dev.jubelet.server.AgentView;
import io.fabric8.kubernetes.api.model.Pod;
import java.net.URI;

/**
 * Runs commands for the CLI, also in pods that are ending; a container that is not named is the
 * pod's first.
 *
 * <p>Thread: any; blocks in the runtime.
 */
public record LocalExec(StreamablePods pods, CriRuntime cri) {

  /** Where the streams of the command can be had; throws AgentException. */
  public URI exec(AgentView.ExecRequest request) {
    Pod pod =
        pods.findPresent(request.namespace(), request.pod())
            .orElseThrow(
                () ->
                    new AgentException(
                        Kind.NOT_FOUND,
                        "pod \"%s/%s\" does not exist"
                            .formatted(request.namespace(), request.pod())));
    ExecRequest wanted =
        ExecRequest.newBuilder()
            .setContainerId(running(pod, request.container()).id())
            .addAllCmd(request.command())
            .setStdin(request.stdin())
            .setStdout(true)
            .setStderr(!request.tty())
            .setTty(request.tty())
            .build();
    try {
      return URI.create(cri.exec(wanted).getUrl());
    } catch (CriException e) {
      throw new AgentException(kind(e), e.text(), e);
    }
  }

  private ObservedContainer running(Pod pod, String asked) {
    String name = asked.isEmpty() ? pod.getSpec().getContainers().getFirst().getName() : asked;
    return pods.observed(pod)
        .flatMap(observed -> observed.current(name))
        .filter(ObservedContainer::isRunning)
        .orElseThrow(
            () ->
                new AgentException(
                    Kind.NOT_FOUND,
                    "container \"%s\" of pod \"%s\" is not running"
                        .formatted(name, PodKey.of(pod))));
  }

  private static Kind kind(CriException e) {
    return switch (e.kind()) {
      case NOT_FOUND -> Kind.NOT_FOUND;
      case EXHAUSTED -> Kind.EXHAUSTED;
      case INVALID -> Kind.INVALID;
      case UNAVAILABLE, TIMEOUT, UNIMPLEMENTED, ALREADY_EXISTS, CANCELLED, INTERNAL ->
          Kind.INTERNAL;
    };
  }
}
