package dev.jubelet.testing.node;

import java.util.ArrayList;
import java.util.List;

/**
 * Short ways to write pods for tests. Shell scripts run as PID 1, so they trap TERM to end soon.
 */
public final class Manifests {
  /** Stays until it is told to end. */
  public static final String STAY = "trap 'exit 0' TERM; while :; do sleep 3600 & wait; done";

  private static final String PULL = "imagePullPolicy: ";

  private final String name;
  private final List<String> containers = new ArrayList<>();
  private final List<String> initContainers = new ArrayList<>();
  private List<String> newest = containers;
  private String metadata = "";
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
    return container(container, image, STAY);
  }

  public Manifests container(String container, String image, String script) {
    return add(containers, entry(container, image, script));
  }

  public Manifests init(String container, String image, String script) {
    return add(initContainers, entry(container, image, script));
  }

  /** An init container that goes on beside the others. */
  public Manifests sidecar(String container, String image, String script) {
    return init(container, image, script).with("restartPolicy: Always");
  }

  private Manifests add(List<String> list, String entry) {
    list.add(entry);
    newest = list;
    return this;
  }

  /** More lines of the container that was added last. */
  public Manifests with(String lines) {
    newest.add(newest.removeLast() + lines.stripTrailing().indent(4));
    return this;
  }

  /** Of the container that was added last; IfNotPresent unless told. */
  public Manifests pullPolicy(String policy) {
    newest.add(newest.removeLast().replace(PULL + "IfNotPresent", PULL + policy));
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

  /** Fixes the UID, so that a changed manifest is the same pod. */
  public Manifests uid(String uid) {
    metadata = "  uid: " + uid + "\n";
    return this;
  }

  /** More lines of the spec, indented by two spaces. */
  public Manifests spec(String lines) {
    extra += lines.stripTrailing() + "\n";
    return this;
  }

  public String yaml() {
    StringBuilder text = new StringBuilder();
    text.append("apiVersion: v1\nkind: Pod\nmetadata:\n  name: " + name + "\n" + metadata);
    text.append("spec:\n  restartPolicy: " + restartPolicy + "\n");
    text.append("  terminationGracePeriodSeconds: " + grace + "\n" + extra);
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
          %sIfNotPresent
          command: ["sh", "-c", "%s"]
        """
        .formatted(container, image, PULL, quoted)
        .indent(2);
  }
}
