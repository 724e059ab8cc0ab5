package dev.jubelet.it.cluster;

import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;

/** Manifests for the API server. Pods take no token, so they need nothing but the node. */
final class Workloads {
  private static final String NO_TOKEN = "  automountServiceAccountToken: false";

  private Workloads() {}

  /** For the scheduler to place. */
  static Manifests pod(String name) {
    return Manifests.pod(name).spec(NO_TOKEN).graceSeconds(1);
  }

  /** Placed already. */
  static Manifests boundPod(String name) {
    return pod(name).spec("  nodeName: " + TestNode.NODE_NAME);
  }

  /** A pod that stays, placed already. */
  static String staying(String name, String image) {
    return boundPod(name).running("main", image).yaml();
  }

  static String deployment(String name, String image) {
    return """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: %1$s}
        spec:
          replicas: 0
          selector: {matchLabels: {app: %1$s}}
        %2$s"""
        .formatted(name, template(name, image, Manifests.STAY, "Always"));
  }

  static String daemonSet(String name, String image) {
    return """
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: %1$s}
        spec:
          selector: {matchLabels: {app: %1$s}}
        %2$s"""
        .formatted(name, template(name, image, Manifests.STAY, "Always"));
  }

  static String job(String name, String image, int completions) {
    return """
        apiVersion: batch/v1
        kind: Job
        metadata: {name: %1$s}
        spec:
          completions: %2$d
          parallelism: 2
        %3$s"""
        .formatted(name, completions, template(name, image, "exit 0", "Never"));
  }

  private static String template(String app, String image, String script, String restartPolicy) {
    return """
          template:
            metadata: {labels: {app: %s}}
            spec:
              automountServiceAccountToken: false
              terminationGracePeriodSeconds: 1
              restartPolicy: %s
              containers:
              - {name: main, image: "%s", imagePullPolicy: IfNotPresent, command: [sh, -c, "%s"]}
        """
        .formatted(app, restartPolicy, image, script);
  }
}
