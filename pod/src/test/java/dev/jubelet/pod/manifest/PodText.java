package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Manifests in few words, for tests. */
final class PodText {
  static final String MINIMAL =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: web
      spec:
        containers:
        - name: main
          image: nginx:1.27
      """;

  private PodText() {}

  /** As beside an API server, which is how upstream reads. */
  static Manifest read(String text) {
    return new ManifestReader(false).read(text.getBytes(StandardCharsets.UTF_8));
  }

  static Manifest readStandalone(String text) {
    return new ManifestReader(true).read(text.getBytes(StandardCharsets.UTF_8));
  }

  static Pod pod(String text) {
    return read(text).entries().getFirst().pod();
  }

  /** The problems of a pod with this spec, given as one line of YAML flow style. */
  static List<String> problemsOfSpec(String spec) {
    return problems("{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: " + spec + "}");
  }

  /** The problems of a pod whose only container, main, has these further fields. */
  static List<String> problemsOfContainer(String fields) {
    return problemsOfSpec("{containers: [{name: main, image: nginx, " + fields + "}]}");
  }

  static List<String> problems(String flow) {
    try {
      read("---\n" + flow);
      return List.of();
    } catch (ManifestException e) {
      return e.problems();
    }
  }
}
