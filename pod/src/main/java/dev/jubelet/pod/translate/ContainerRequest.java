package dev.jubelet.pod.translate;

import dev.jubelet.pod.model.ImageOutcome;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import org.jspecify.annotations.Nullable;

/**
 * The container to describe. {@code instance} is what only this start of it has; {@code
 * targetContainerId} is set for a debugging container that joins the processes of another one.
 */
public record ContainerRequest(
    Pod pod,
    Container container,
    Instance instance,
    ImageOutcome.Present image,
    PodSurroundings surroundings,
    @Nullable String targetContainerId) {

  /**
   * One start of a container. {@code hash} stands for the spec it was made from; {@code
   * terminationFile} is the name, eight random hex digits, of the file for its last words.
   */
  public record Instance(int restartCount, String hash, String terminationFile) {}
}
