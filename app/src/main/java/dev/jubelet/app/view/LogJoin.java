package dev.jubelet.app.view;

import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.translate.PodLogPaths;
import dev.jubelet.server.logs.LogFiles;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the logs of containers are.
 *
 * <p>Thread: any.
 */
public final class LogJoin implements LogFiles {
  private final PodPathAssembly path;
  private final PresentPods pods;

  public LogJoin(PodPathAssembly path, PresentPods pods) {
    this.path = path;
    this.pods = pods;
  }

  @Override
  public Optional<Pod> pod(String namespace, String name) {
    return pods.find(new PodKey(namespace, name));
  }

  @Override
  public Optional<Location> locate(Pod pod, String containerId) {
    Path directory = path.logPaths.podDirectory(pod);
    return containers(PodUid.of(pod))
        .filter(container -> container.id().equals(containerId))
        .map(
            container ->
                new Location(
                    directory,
                    directory.resolve(
                        PodLogPaths.containerLog(container.name(), container.restartCount()))))
        .findFirst();
  }

  @Override
  public boolean running(Pod pod, String containerId) {
    return containers(PodUid.of(pod))
        .filter(container -> container.id().equals(containerId))
        .findFirst()
        .map(ObservedContainer::isRunning)
        .orElse(false);
  }

  private Stream<ObservedContainer> containers(PodUid uid) {
    return path.workers.observed(uid).map(ObservedPod::containers).stream()
        .flatMap(c -> c.stream());
  }
}
