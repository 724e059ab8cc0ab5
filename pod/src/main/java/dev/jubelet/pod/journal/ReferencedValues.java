package dev.jubelet.pod.journal;

import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectKind;
import dev.jubelet.pod.spec.ObjectReferences;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.HashSet;
import java.util.Set;

/** Which values of which objects a pod will ask for, in its environment and its volumes. Pure. */
final class ReferencedValues {
  private ReferencedValues() {}

  static Set<ValueKey> of(Pod pod) {
    Pod withoutVolumes = new PodBuilder(pod).editSpec().withVolumes().endSpec().build();
    Set<ObjectKey> all = ObjectReferences.of(pod);
    Set<ObjectKey> inEnvironment = ObjectReferences.of(withoutVolumes);
    Pod withoutContainers =
        new PodBuilder(pod)
            .editSpec()
            .withContainers()
            .withInitContainers()
            .withEphemeralContainers()
            .endSpec()
            .build();
    Set<ObjectKey> inVolumes = ObjectReferences.of(withoutContainers);
    Set<ValueKey> values = new HashSet<>();
    for (ObjectKey key : all) {
      if (key.kind() == ObjectKind.SECRET) {
        values.add(new ValueKey(ValueKey.Facet.SECRET, key.namespace(), key.name()));
        continue;
      }
      if (inEnvironment.contains(key)) {
        values.add(new ValueKey(ValueKey.Facet.CONFIG_MAP_TEXT, key.namespace(), key.name()));
      }
      if (inVolumes.contains(key)) {
        values.add(new ValueKey(ValueKey.Facet.CONFIG_MAP, key.namespace(), key.name()));
      }
    }
    return values;
  }
}
