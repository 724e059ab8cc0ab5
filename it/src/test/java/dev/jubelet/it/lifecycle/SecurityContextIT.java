package dev.jubelet.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.rule.Rule;
import org.junit.jupiter.api.Test;

/** What a security context asks for, seen from inside the container. */
@NeedsContainerd(ContainerdGeneration.TWO)
@Rule("10.3")
final class SecurityContextIT extends LifecycleSuite {
  private static final String STATUS = "cat /proc/self/status";

  SecurityContextIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  void withoutOneAContainerIsRootWithTheRuntimesCapabilities() {
    assertThat(inside("plain", "id -u; " + STATUS, "{}"))
        .startsWith("0\n")
        .contains("CapEff:\t00000000a80425fb", "NoNewPrivs:\t0");
  }

  @Test
  void userAndGroups() {
    node.apply(
        Manifests.pod("groups")
            .restartPolicy("Never")
            .spec(
                "  securityContext: {runAsUser: 1001, runAsGroup: 1002, supplementalGroups: [7, 8]}")
            .container("main", image(), script("id -u; id -g; id -G")),
        "groups");
    String[] lines = awaitEnd("groups", "main").getMessage().split("\n", -1);
    assertThat(lines).startsWith("1001", "1002");
    assertThat(lines[2].split(" ", -1)).contains("1002", "7", "8");
  }

  @Test
  void theContainersUserOutranksThePods() {
    node.apply(
        Manifests.pod("own")
            .restartPolicy("Never")
            .spec("  securityContext: {runAsUser: 1001}")
            .container("main", image(), script("id -u"))
            .with("securityContext: {runAsUser: 2002}"),
        "own");
    assertThat(awaitEnd("own", "main").getMessage()).isEqualTo("2002\n");
  }

  @Test
  void capabilitiesAreDroppedAndAdded() {
    assertThat(inside("caps", STATUS, "{capabilities: {drop: [ALL], add: [NET_BIND_SERVICE]}}"))
        .contains("CapEff:\t0000000000000400", "CapBnd:\t0000000000000400");
  }

  @Test
  void noNewPrivileges() {
    assertThat(inside("bounded", STATUS, "{allowPrivilegeEscalation: false}"))
        .contains("NoNewPrivs:\t1");
  }

  @Test
  void seccompFiltersWhenAsked() {
    assertThat(inside("filtered", STATUS, "{seccompProfile: {type: RuntimeDefault}}"))
        .contains("Seccomp:\t2");
    assertThat(inside("unfiltered", STATUS, "{seccompProfile: {type: Unconfined}}"))
        .contains("Seccomp:\t0");
  }

  @Test
  void theRootCanBeReadOnly() {
    assertThat(
            inside(
                "frozen",
                "touch /x 2>&1; touch /dev/shm/y && echo fine",
                "{readOnlyRootFilesystem: true}"))
        .contains("Read-only file system")
        .contains("fine");
  }

  @Test
  void procIsMasked() {
    assertThat(
            inside("masked", "grep -o ' /proc/sys \\w* ro' /proc/mounts; wc -c < /proc/keys", "{}"))
        .isEqualTo(" /proc/sys proc ro\n0\n");
  }

  @Test
  void aPrivilegedContainerSeesTheHostsDevicesAndMayWriteProc() {
    assertThat(
            inside(
                "mighty",
                "ls /dev | grep -c . ; grep -c ' /proc/sys ' /proc/mounts; true",
                "{privileged: true}"))
        .satisfies(
            text -> {
              String[] lines = text.split("\n", -1);
              assertThat(Integer.parseInt(lines[0])).as("devices").isGreaterThan(20);
              assertThat(lines[1]).as("masks of /proc/sys").isEqualTo("0");
            });
  }

  @Test
  @Rule("10.4")
  void anImageThatRunsAsRootIsRefusedWhereRootMayNotRun() {
    node.apply(
        Manifests.pod("rootless")
            .running("main", image())
            .with("securityContext: {runAsNonRoot: true}"),
        "rootless");
    assertThat(awaitWaiting("rootless", "main", "CreateContainerConfigError").getMessage())
        .startsWith("container has runAsNonRoot and image will run as root (pod: \"rootless-");
    assertThat(runtime.containers("rootless")).isEmpty();
    aNeighbourIsNotHeldUp("beside-rootless");
    assertThat(inside("somebody", "id -u", "{runAsNonRoot: true, runAsUser: 5}")).isEqualTo("5\n");
  }

  /** Runs the script in a container with that security context and returns what it prints. */
  private String inside(String pod, String script, String securityContext) {
    node.apply(
        Manifests.pod(pod)
            .restartPolicy("Never")
            .container("main", image(), script(script))
            .with("securityContext: " + securityContext),
        pod);
    return awaitEnd(pod, "main").getMessage();
  }

  private static String script(String script) {
    return "{ " + script + "; } > /dev/termination-log";
  }
}
