package dev.jubelet.pod.status;

import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.SourceKind;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;

/** Tells static pods, which the API server does not own, from the others. Pure. */
final class StaticPods {

  private StaticPods() {}

  static boolean isStatic(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    String source = annotations == null ? null : annotations.get(Annotations.SOURCE);
    return SourceKind.FILE.wireName().equals(source) || SourceKind.HTTP.wireName().equals(source);
  }
}
