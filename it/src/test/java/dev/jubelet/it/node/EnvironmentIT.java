package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What containers see of config maps and secrets that stand beside their pods. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class EnvironmentIT {
  private static final String STAY = "trap 'exit 0' TERM; while :; do sleep 3600 & wait; done";
  private static final String SECRET = "hunter2-never-told";

  @TempDir Path shared;

  private final PrivateContainerd containerd;
  private final TestNode node;

  EnvironmentIT(PrivateContainerd containerd) {
    this.containerd = containerd;
    this.node = TestNode.prepare(containerd, containerd.endpoint(), "");
  }

  /** With the log that says the most. */
  @BeforeEach
  void start() {
    List<String> command = new ArrayList<>(node.kubeletCommand());
    command.add("-v=10");
    node.launch(command, Map.of());
    node.awaitAnswer();
  }

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void everyKindOfVariableIsSeenFromInside() throws IOException {
    node.apply("objects.yaml", configMap("settings", "mode: fast") + "---\n" + secret());
    apply(
        "env",
        "env > /shared/env; " + STAY,
        """
        initContainers:
        - name: prepare
          image: %s
          imagePullPolicy: IfNotPresent
          command: [sh, -c, "echo \\"PORT='81 82' # two\\" > /scratch/app.env; ln -s /etc/passwd /scratch/link.env"]
          volumeMounts: [{name: scratch, mountPath: /scratch}]
        """
            .formatted(containerd.image()),
        """
        envFrom:
        - {prefix: ALL_, configMapRef: {name: settings}}
        - {secretRef: {name: keys}}
        - {configMapRef: {name: absent, optional: true}}
        env:
        - {name: PLAIN, value: "$(ALL_mode) and $(MODE)"}
        - {name: MODE, valueFrom: {configMapKeyRef: {name: settings, key: mode}}}
        - {name: TOKEN, valueFrom: {secretKeyRef: {name: keys, key: password}}}
        - {name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
        - {name: CPUS, valueFrom: {resourceFieldRef: {resource: requests.cpu, divisor: 1m}}}
        - {name: PORT, valueFrom: {fileKeyRef: {volumeName: scratch, path: app.env, key: PORT}}}
        - {name: LINK, valueFrom: {fileKeyRef: {volumeName: scratch, path: link.env, key: root, optional: true}}}
        - {name: ABSENT, valueFrom: {secretKeyRef: {name: keys, key: absent, optional: true}}}
        """);
    node.awaitReady("env");
    node.await("the environment is written", () -> lines("env").contains("NODE=testnode"));
    assertThat(lines("env"))
        .contains(
            "ALL_mode=fast",
            "password=" + SECRET,
            "PLAIN=fast and $(MODE)",
            "MODE=fast",
            "TOKEN=" + SECRET,
            "CPUS=0",
            "PORT=81 82")
        .noneMatch(line -> line.startsWith("ABSENT") || line.startsWith("LINK"));
    assertSecretWasNeverTold();
  }

  @Test
  void aContainerStartsAsSoonAsItsConfigMapIsThere() {
    apply("patient", STAY, "", "envFrom: [{configMapRef: {name: late}}]");
    Pod waiting =
        node.await(
            "patient", "waits", pod -> waiting(pod).getReason().startsWith("CreateContainer"));
    assertThat(waiting(waiting).getReason()).isEqualTo("CreateContainerConfigError");
    assertThat(waiting(waiting).getMessage()).isEqualTo("configmap \"late\" not found");

    long before = System.nanoTime();
    node.apply("late.yaml", configMap("late", "k: v"));
    node.awaitReady("patient");
    // Without the wake the next try would be ten seconds away.
    assertThat(System.nanoTime() - before).isLessThan(5_000_000_000L);
  }

  @Test
  void aContainerThatWaitsForAKeyStartsWhenTheSecretHasIt() {
    node.apply("keys.yaml", secret());
    apply(
        "keyed", STAY, "", "env: [{name: A, valueFrom: {secretKeyRef: {name: keys, key: later}}}]");
    Pod waiting =
        node.await("keyed", "waits", pod -> waiting(pod).getReason().startsWith("CreateContainer"));
    assertThat(waiting(waiting).getMessage())
        .isEqualTo("couldn't find key later in Secret default/keys");

    node.apply("keys.yaml", secret() + "  later: now\n");
    node.awaitReady("keyed");
    assertSecretWasNeverTold();
  }

  @Test
  void runningContainersDoNotCareWhenTheirObjectsChangeOrGo() throws IOException {
    node.apply("settings.yaml", configMap("settings", "mode: fast"));
    apply("calm", "env > /shared/env; " + STAY, "", "envFrom: [{configMapRef: {name: settings}}]");
    Pod before = node.awaitReady("calm");

    node.apply("settings.yaml", configMap("settings", "mode: slow"));
    node.remove("settings");
    // A pod that is wanted after the change shows that the change has been taken in.
    apply("after", STAY, "", "envFrom: [{configMapRef: {name: settings}}]");
    node.await("after", "waits", pod -> waiting(pod).getReason().startsWith("CreateContainer"));

    ContainerStatus now = only(node.awaitReady("calm"));
    assertThat(now.getRestartCount()).isZero();
    assertThat(now.getContainerID()).isEqualTo(only(before).getContainerID());
    assertThat(lines("env")).contains("mode=fast");
  }

  @Test
  void aBadObjectIsNamedOnceAndHurtsNobody() {
    node.apply(
        "01-bad.yaml",
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: bad}
        data: {password: %s}
        """
            .formatted(SECRET));
    node.apply("02-first.yaml", configMap("settings", "mode: fast"));
    node.apply("03-second.yaml", configMap("settings", "mode: slow"));
    apply("good", STAY, "", "envFrom: [{configMapRef: {name: settings}}]");
    node.awaitReady("good");
    node.await("both are named", () -> problems().size() == 2);
    assertThat(problems())
        .anySatisfy(
            line -> assertThat(line).contains("01-bad.yaml", "data.password: must be base64"))
        .anySatisfy(line -> assertThat(line).contains("02-first.yaml", "03-second.yaml"));
    assertSecretWasNeverTold();
  }

  private List<String> problems() {
    return node.log().lines().filter(line -> line.contains("Manifest has a problem")).toList();
  }

  private void assertSecretWasNeverTold() {
    assertThat(node.log()).doesNotContain(SECRET);
    assertThat(node.page("/pods").orElseThrow()).doesNotContain(SECRET);
  }

  private static String configMap(String name, String entry) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\ndata: {%s}\n"
        .formatted(name, entry);
  }

  private static String secret() {
    return """
        apiVersion: v1
        kind: Secret
        metadata: {name: keys}
        stringData:
          password: %s
        """
        .formatted(SECRET);
  }

  private List<String> lines(String file) {
    try {
      Path path = shared.resolve(file);
      return Files.exists(path) ? Files.readAllLines(path) : List.of();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static ContainerStatus only(Pod pod) {
    return pod.getStatus().getContainerStatuses().getFirst();
  }

  /** Why the container waits; nothing when it does not. */
  private static ContainerStateWaiting waiting(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .map(status -> status.getState().getWaiting())
        .filter(waiting -> waiting != null && waiting.getReason() != null)
        .findFirst()
        .orElse(new ContainerStateWaiting("", ""));
  }

  private void apply(String name, String script, String ofPod, String ofContainer) {
    String text =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec:
          terminationGracePeriodSeconds: 5
          volumes:
          - {name: shared, hostPath: {path: %s, type: Directory}}
          - {name: scratch, emptyDir: {}}
        %s
          containers:
          - name: main
            image: %s
            imagePullPolicy: IfNotPresent
            command: [sh, -c, "%s"]
            volumeMounts: [{name: shared, mountPath: /shared}]
        %s
        """
            .formatted(
                name,
                shared,
                ofPod.indent(2).stripTrailing(),
                containerd.image(),
                script,
                ofContainer.indent(4).stripTrailing());
    node.apply(name + ".yaml", text);
  }
}
