package dev.jubelet.testing.node;

import java.util.ArrayList;
import java.util.List;

/**
 * Short ways to write pods for tests. Shell scripts run as PID 1, so they trap TERM to end soon.
 */
public final class Manifests {
  private final String name;
  private final List<String> containers = new ArrayList<>();
  private final List<String> initContainers = new ArrayList<>();
  private String extra = "";
  private String restartPolicy = "Always";
  private long grace = 5;

  private Manifests(String name) {
    this.name = name;
  }

  public static Manifests pod(String name) {
    return new Manifests(name);
  }

  /** A container that stays until it is told to end. */
  public Manifests running(String container, String image) {
    return container(container, image, "trap 'exit 0' TERM; while :; do sleep 3600 & wait; done");
  }

  public Manifests container(String container, String image, String script) {
    containers.add(entry(container, image, script));
    return this;
  }

  public Manifests init(String container, String image, String script) {
    initContainers.add(entry(container, image, script));
    return this;
  }

  public Manifests restartPolicy(String policy) {
    restartPolicy = policy;
    return this;
  }

  public Manifests graceSeconds(long seconds) {
    grace = seconds;
    return this;
  }

  /** More lines of the spec, indented by two spaces. */
  public Manifests spec(String lines) {
    extra += lines.stripTrailing() + "\n";
    return this;
  }

  public String yaml() {
    StringBuilder text =
        new StringBuilder(
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: %s
            spec:
              restartPolicy: %s
              terminationGracePeriodSeconds: %d
            """
                .formatted(name, restartPolicy, grace));
    text.append(extra);
    if (!initContainers.isEmpty()) {
      text.append("  initContainers:\n");
      initContainers.forEach(text::append);
    }
    text.append("  containers:\n");
    containers.forEach(text::append);
    return text.toString();
  }

  private static String entry(String container, String image, String script) {
    String quoted = script.replace("\\", "\\\\").replace("\"", "\\\"");
    return """
        - name: %s
          image: %s
          imagePullPolicy: IfNotPresent
          command: ["sh", "-c", "%s"]
        """
        .formatted(container, image, quoted)
        .indent(2);
  }
}
