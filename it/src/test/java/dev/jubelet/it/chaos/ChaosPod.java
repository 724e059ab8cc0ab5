package dev.jubelet.it.chaos;

import dev.jubelet.testing.node.Manifests;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;

/**
 * One random pod and what was done to it. Its UID is in its manifest, so an edit is the same pod.
 *
 * <p>Thread: the test's.
 */
final class ChaosPod {
  private final String name;
  private final String uid;
  private final Shape shape;
  private final String image;
  private final int edition;
  private boolean hit;

  ChaosPod(String name, String uid, Shape shape, String image, int edition) {
    this.name = name;
    this.uid = uid;
    this.shape = shape;
    this.image = image;
    this.edition = edition;
  }

  String name() {
    return name;
  }

  String uid() {
    return uid;
  }

  Shape shape() {
    return shape;
  }

  String image() {
    return image;
  }

  /** The same pod with another image and another variable. */
  ChaosPod edited(String otherImage) {
    ChaosPod edited = new ChaosPod(name, uid, shape, otherImage, edition + 1);
    edited.hit = true;
    return edited;
  }

  /** Another pod in its place. */
  ChaosPod replaced(String otherUid) {
    return new ChaosPod(name, otherUid, shape, image, edition);
  }

  /** VolumeFailure came from outside: where the restart policy allows, the pod may end of it. */
  void hit() {
    hit = true;
  }

  boolean isSettled(Pod pod) {
    if (!pod.getMetadata().getUid().equals(uid)) {
      return false;
    }
    if (!hit || shape.restartPolicy().equals("Always")) {
      return shape.outcome().holds(pod) && showsItsImage(pod);
    }
    return Outcome.SUCCEEDED.holds(pod)
        || Outcome.FAILED.holds(pod)
        || (!pod.getStatus().getContainerStatuses().isEmpty()
            && pod.getStatus().getContainerStatuses().stream().allMatch(this::mayBeLeft));
  }

  private boolean mayBeLeft(ContainerStatus container) {
    ContainerStateTerminated ended = container.getState().getTerminated();
    return container.getState().getRunning() != null
        || container.getRestartCount() > 0
        || (ended != null && (shape.restartPolicy().equals("Never") || ended.getExitCode() == 0));
  }

  /** The image of an ended pod stays what it was. */
  private boolean showsItsImage(Pod pod) {
    return shape.outcome() != Outcome.READY
        || pod.getStatus().getContainerStatuses().stream()
            .filter(status -> status.getName().equals("main-0"))
            .allMatch(status -> status.getImage().endsWith(image));
  }

  String manifest() {
    Manifests pod =
        Manifests.pod(name)
            .uid(uid)
            .restartPolicy(shape.restartPolicy())
            .graceSeconds(shape.graceSeconds())
            .spec("  volumes: [{name: work, emptyDir: {}}]");
    int n = 0;
    for (Program program : shape.inits()) {
      pod.init("init-" + n++, image, program.script())
          .with("volumeMounts: [{name: work, mountPath: /work}]");
    }
    n = 0;
    for (Program program : shape.sidecars()) {
      pod.sidecar("side-" + n++, image, "touch /tmp/up; " + program.script())
          .with("startupProbe: {exec: {command: [test, -e, /tmp/up]}, periodSeconds: 1}");
    }
    n = 0;
    for (Program program : shape.mains()) {
      main(pod, n++, program);
    }
    return pod.yaml();
  }

  private void main(Manifests pod, int n, Program program) {
    pod.container("main-" + n, image, program.script())
        .with("env: [{name: EDITION, value: \"" + edition + "\"}]");
    if (shape.probes() && program.isLasting()) {
      pod.with("readinessProbe: {exec: {command: [\"true\"]}, periodSeconds: 1}")
          .with("livenessProbe: {exec: {command: [\"true\"]}, periodSeconds: 1}");
    }
    if (shape.hooks() && program.isLasting()) {
      pod.with(
          "lifecycle: {postStart: {exec: {command: [touch, /tmp/x]}},"
              + " preStop: {exec: {command: [sleep, \"0.2\"]}}}");
    }
  }

  @Override
  public String toString() {
    return name + " (" + uid + ", edition " + edition + (hit ? ", hit" : "") + ") " + shape;
  }
}
