package dev.jubelet.pod.translate;

import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.pod.model.StartError;
import java.util.List;

/** What became of a container's spec when it was put into the words of the CRI. */
public sealed interface ContainerOutcome {

  /** The description, and the files that its mounts show and that the caller writes first. */
  record Built(ContainerConfig config, List<PreparedFile> files) implements ContainerOutcome {
    public Built {
      files = List.copyOf(files);
    }

    /** Names only: the config holds the values of the environment. */
    @Override
    public String toString() {
      return "Built[" + config.getMetadata().getName() + ", files=" + files.size() + "]";
    }
  }

  /** There is none; the reason is what the container's waiting state says. */
  record Refused(StartError error) implements ContainerOutcome {}
}
