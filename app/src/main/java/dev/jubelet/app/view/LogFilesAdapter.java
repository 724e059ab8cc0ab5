package dev.jubelet.app.view;

import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.translate.PodLogPaths;
import dev.jubelet.pod.view.PresentPods;
import dev.jubelet.pod.worker.PodWorkers;
import dev.jubelet.server.logs.LogFiles;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the logs of containers are.
 *
 * <p>Thread: any.
 */
public record LogFilesAdapter(PresentPods pods, PodWorkers workers, PodLogPaths paths)
    implements LogFiles {

  @Override
  public Optional<Pod> pod(String namespace, String name) {
    return pods.find(new PodKey(namespace, name));
  }

  @Override
  public Optional<Location> locate(Pod pod, String containerId) {
    Path directory = paths.podDirectory(pod);
    return container(pod, containerId)
        .map(it -> PodLogPaths.containerLog(it.name(), it.restartCount()))
        .map(file -> new Location(directory, directory.resolve(file)));
  }

  @Override
  public boolean running(Pod pod, String containerId) {
    return container(pod, containerId).map(ObservedContainer::isRunning).orElse(false);
  }

  private Optional<ObservedContainer> container(Pod pod, String id) {
    return workers.observed(PodUid.of(pod)).stream()
        .flatMap(observed -> observed.containers().stream())
        .filter(container -> container.id().equals(id))
        .findFirst();
  }
}
