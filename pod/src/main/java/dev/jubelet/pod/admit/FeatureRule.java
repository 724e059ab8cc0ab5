package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.spec.Containers;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Refuses a pod that asks for something which this version does not do, and names every such field:
 * better no pod than one that silently lacks its probe. What is not done is a row in {@link
 * UnsupportedFields}.
 */
final class FeatureRule implements AdmissionRule {
  private final Function<Pod, List<String>> unsupportedVolumes;

  FeatureRule(Function<Pod, List<String>> unsupportedVolumes) {
    this.unsupportedVolumes = unsupportedVolumes;
  }

  @Override
  public Admission check(Candidate candidate) {
    List<String> paths = unsupported(candidate.pod());
    return paths.isEmpty()
        ? Admission.ADMITTED
        : new Admission.Rejected(
            "PodFeatureUnsupported",
            "This version of Jubelet does not support " + String.join(", ", paths));
  }

  private List<String> unsupported(Pod pod) {
    List<String> paths = new ArrayList<>();
    for (FieldRow<Pod> row : UnsupportedFields.OF_POD) {
      row.paths("spec", pod).forEach(paths::add);
    }
    paths.addAll(unsupportedVolumes.apply(pod));
    addContainers("spec.initContainers", Containers.init(pod), paths);
    addContainers("spec.containers", Containers.regular(pod), paths);
    return paths;
  }

  private static void addContainers(String list, List<Container> containers, List<String> paths) {
    for (int i = 0; i < containers.size(); i++) {
      for (FieldRow<Container> row : UnsupportedFields.OF_CONTAINER) {
        row.paths(list + "[" + i + "]", containers.get(i)).forEach(paths::add);
      }
    }
  }
}
