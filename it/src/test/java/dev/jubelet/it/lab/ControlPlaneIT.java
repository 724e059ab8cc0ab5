package dev.jubelet.it.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ControlPlane;
import dev.jubelet.testing.lab.NeedsControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What a test may expect from a private control plane. */
@NeedsControlPlane
class ControlPlaneIT {

  @Test
  void answersItsAdministrator(ControlPlane plane) {
    assertThat(plane.kubectl("get", "--raw", "/readyz")).isEqualTo("ok");
    assertThat(plane.kubectl("version")).contains("Server Version: v1.36.");
  }

  @Test
  void knowsItsNodes(ControlPlane plane) {
    String who =
        plane.kubectl(
            "--kubeconfig", plane.nodeKubeconfig("n1").toString(), "auth", "whoami", "-o", "json");

    assertThat(who).contains("\"system:node:n1\"").contains("\"system:nodes\"");
  }

  @Test
  void knowsThoseWhoWantToBecomeNodes(ControlPlane plane) {
    String who =
        plane.kubectl(
            "--kubeconfig", plane.bootstrapKubeconfig().toString(), "auth", "whoami", "-o", "json");

    assertThat(who).contains("\"system:bootstrappers\"");
  }

  @Test
  void comesBackAfterACrashAndThenLeavesNothing(ControlPlane shared) {
    assertThat(Files.exists(shared.directory())).isTrue();
    ControlPlane plane = ControlPlane.start();
    plane.kubectl("create", "namespace", "kept");
    plane.stopServer();
    plane.startServer();
    assertThat(plane.kubectl("get", "namespaces", "-o", "name")).contains("namespace/kept");

    plane.close();
    plane.close();

    assertThat(Files.exists(plane.directory())).isFalse();
    assertThat(processesThatName(plane.directory())).isEmpty();
  }

  private static String processesThatName(Path directory) {
    StringBuilder found = new StringBuilder();
    ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(directory.toString()))
        .forEach(process -> found.append(process.info().commandLine().orElse("")).append('\n'));
    return found.toString();
  }
}
