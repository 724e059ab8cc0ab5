package dev.jubelet.pod.translate;

import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.SubPathMount;
import java.util.List;

/** What became of a container's spec when it was put into the words of the CRI. */
public sealed interface ContainerOutcome {

  /**
   * The description, and what its mounts show and the caller prepares first: files, and parts of
   * volumes.
   */
  record Built(ContainerConfig config, List<PreparedFile> files, List<SubPathMount> subPaths)
      implements ContainerOutcome {
    public Built {
      files = List.copyOf(files);
      subPaths = List.copyOf(subPaths);
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
