package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.host.ProcessCommands;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.NodeRuntime;
import dev.jubelet.testing.node.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the agent does to its machine beside running pods. */
@Timeout(120)
@NeedsContainerd(ContainerdGeneration.TWO)
final class HostDutiesIT {
  private static final ProcessCommands COMMANDS = new ProcessCommands(Duration.ofSeconds(20));

  private final PrivateContainerd containerd;

  HostDutiesIT(PrivateContainerd containerd) {
    this.containerd = containerd;
  }

  @Test
  void aSignalEndsThePodsFirstWhereThatWasAskedFor() {
    String config = "shutdownGracePeriod: 20s\nshutdownGracePeriodCriticalPods: 10s\n";
    try (TestNode node = TestNode.prepare(containerd, containerd.endpoint(), config);
        NodeRuntime runtime = new NodeRuntime(containerd)) {
      Path noBus = node.directory().resolve("no-bus");
      node.useBus(noBus);
      List<String> command = new ArrayList<>(node.kubeletCommand());
      command.add("--shutdown-on-sigterm");
      command.add("-v=4");
      node.launch(command, Map.of("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=" + noBus));
      node.awaitAnswer();
      node.apply(
          Manifests.pod("stays")
              .container(
                  "main",
                  containerd.image(),
                  "trap 'sleep 1; exit 0' TERM; while :; do sleep 1; done"),
          "stays");
      node.awaitReady("stays");
      node.stopKubelet();
      assertThat(runtime.running("stays")).isEmpty();
      assertThat(node.log())
          .contains("Shutdown manager completed processing shutdown event")
          .doesNotContain("Not all pods ended in time");

      node.startKubelet();
      node.awaitReady("stays");
      node.stopKubelet();
      assertThat(runtime.running("stays")).as("a plain restart").hasSize(1);
      node.startKubelet();
    }
  }

  @Test
  void itsChainsAreMadeInTheMachinesTables(@TempDir Path programs) throws IOException {
    Process network = new ProcessBuilder("unshare", "--net", "sleep", "600").start();
    try (TestNode node =
        TestNode.prepare(containerd, containerd.endpoint(), "makeIPTablesUtilChains: true\n")) {
      node.await("it has a network of its own", () -> isApart(network));
      for (String program : List.of("iptables", "ip6tables")) {
        String script =
            "#!/bin/sh\nexec nsenter --net=/proc/%d/ns/net /usr/sbin/%s \"$@\"\n"
                .formatted(network.pid(), program);
        Path file = Files.writeString(programs.resolve(program), script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
      }
      node.findProgramsIn(programs);
      node.startKubelet();
      node.await("the last chain is made", () -> rules(network, "ip6tables").contains("CANARY"));
      assertThat(rules(network, "iptables").lines().toList())
          .contains(
              ":KUBE-IPTABLES-HINT - [0:0]",
              ":KUBE-KUBELET-CANARY - [0:0]",
              "-A INPUT -j KUBE-FIREWALL",
              "-A OUTPUT -j KUBE-FIREWALL",
              "-A KUBE-FIREWALL ! -s 127.0.0.0/8 -d 127.0.0.0/8 -m comment --comment"
                  + " \"block incoming localnet connections\" -m conntrack"
                  + " ! --ctstate RELATED,ESTABLISHED,DNAT -j DROP");
      assertThat(rules(network, "ip6tables"))
          .contains("KUBE-IPTABLES-HINT")
          .doesNotContain("KUBE-FIREWALL");
    } finally {
      network.destroyForcibly();
    }
  }

  private static boolean isApart(Process network) {
    try {
      Path own = Files.readSymbolicLink(Path.of("/proc/self/ns/net"));
      Path other = Files.readSymbolicLink(Path.of("/proc/" + network.pid() + "/ns/net"));
      return !own.equals(other);
    } catch (IOException e) {
      return false;
    }
  }

  private static String rules(Process network, String program) {
    return COMMANDS
        .run(
            "nsenter", "--net=/proc/" + network.pid() + "/ns/net", "/usr/sbin/" + program + "-save")
        .output();
  }
}
