package dev.jubelet.it.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.cri.ProxyAction;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A kubelet that cannot start says why in one line, and one that is ended early leaves nothing. */
@NeedsContainerd
final class StartIT {
  private final PrivateContainerd containerd;

  StartIT(PrivateContainerd containerd) {
    this.containerd = containerd;
  }

  @Test
  void anEndDuringTheStartCleansUp() throws Exception {
    try (FaultyNode faulty = new FaultyNode(containerd)) {
      TestNode node = faulty.node();
      faulty.rules().always("ListPodSandbox", new ProxyAction.Hang());
      Process starting = node.launch();
      node.await("the start hangs", () -> faulty.rules().count("ListPodSandbox") > 0);
      assertThat(node.root().resolve("jubelet.sock")).exists();
      node.stopKubelet();
      assertThat(starting.exitValue()).isEqualTo(128 + 15);
      assertThat(node.root().resolve("jubelet.sock")).doesNotExist();
      assertThat(node.log())
          .contains("Stopped while starting")
          .doesNotContain("Failed to stop", "Started kubelet");

      faulty.rules().clear();
      node.startKubelet();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--root-dir=FOLDER/file, --root-dir FOLDER/file is not a directory",
    "--tls-cert-file=FOLDER/a.crt, tlsCertFile",
    "--client-ca-file=FOLDER/ca.crt, authentication.x509.clientCAFile: cannot read FOLDER/ca.crt",
    "--kubeconfig=FOLDER/kc, --kubeconfig: cannot read kubeconfig FOLDER/kc",
    "--bootstrap-kubeconfig=FOLDER/kc, --bootstrap-kubeconfig: cannot read kubeconfig FOLDER/kc",
    "--container-runtime-endpoint=unix://FOLDER/x.sock, no socket at FOLDER/x.sock",
  })
  void whatIsWrongIsNamedInOneLine(String flag, String named, @TempDir Path folder)
      throws Exception {
    Files.writeString(folder.resolve("file"), "");
    List<String> errors = errors(flag.replace("FOLDER", folder.toString()), folder);
    assertThat(errors)
        .singleElement()
        .asString()
        .contains(named.replace("FOLDER", folder.toString()));
  }

  @Test
  void aReadOnlyRootDirectoryIsNamed(@TempDir Path folder) throws Exception {
    Path root = Files.createDirectory(folder.resolve("root"));
    run("mount", "-t", "tmpfs", "-o", "ro", "tmpfs", root.toString());
    try {
      assertThat(errors("--root-dir=" + root, folder))
          .singleElement()
          .asString()
          .contains("--root-dir " + root + " is on a read-only file system");
    } finally {
      run("umount", root.toString());
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  /** All but what a successful start would have said, too. */
  private List<String> errors(String flag, Path folder) throws IOException, InterruptedException {
    try (TestNode node = TestNode.prepare(containerd, containerd.endpoint(), "")) {
      List<String> command = new ArrayList<>(node.kubeletCommand());
      command.add(flag);
      if (flag.startsWith("--tls-cert-file")) {
        command.add("--tls-private-key-file=" + folder.resolve("a.key"));
      }
      if (flag.startsWith("--bootstrap")) {
        command.add("--kubeconfig=" + folder.resolve("none"));
      }
      Process process = node.launch(command, Map.of());
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the kubelet ends").isTrue();
      assertThat(process.exitValue()).isEqualTo(1);
      return node.log().lines().filter(line -> !line.matches("[IW]\\d{4} .*")).toList();
    }
  }
}
