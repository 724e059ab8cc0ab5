package dev.jubelet.testing.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the programs of a control plane are taken from, with an index and a Go of our own. */
class ControlPlaneFetchTest {
  private static final List<String> PUBLISHED = List.of("etcd", "kube-apiserver", "kubectl");
  private static final List<String> BUILT = List.of("kube-scheduler", "kube-controller-manager");

  @TempDir Path directory;
  private Path assets;
  private Path index;

  @BeforeEach
  void layOut() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")), "no curl");
    assets = Files.createDirectories(directory.resolve("assets"));
    index = Files.writeString(directory.resolve("index.yaml"), "releases:\n");
    Files.createDirectories(directory.resolve("bin"));
    program(directory.resolve("bin/go"), "echo built instead >&2; exit 1");
    for (String name : BUILT) {
      program(assets.resolve(name), "true");
    }
    // Else Debian would be asked for it, which no test should do.
    program(assets.resolve("etcd"), "true");
  }

  private static void program(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** An archive as it is published, with programs that say their release. */
  private Path archive(String release) throws IOException {
    Path tree = directory.resolve("tree-" + release);
    Path programs = Files.createDirectories(tree.resolve("controller-tools/envtest"));
    for (String name : PUBLISHED) {
      program(programs.resolve(name), "echo Kubernetes " + release);
    }
    Path archive = directory.resolve("envtest-" + release + ".tar.gz");
    List<String> tar =
        List.of("tar", "-czf", archive.toString(), "-C", tree.toString(), "controller-tools");
    LabCommand.run(tar).orThrow(tar);
    return archive;
  }

  private static String hash(Path archive) throws IOException, NoSuchAlgorithmException {
    byte[] digest = MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(archive));
    return HexFormat.of().formatHex(digest);
  }

  /** Adds it to the index, for every kind of machine. */
  private void publish(String release, String hash, Path archive) throws IOException {
    StringBuilder text = new StringBuilder(Files.readString(index)).append("  " + release + ":\n");
    for (String machine : List.of("darwin-arm64", "linux-amd64", "linux-arm64")) {
      text.append("    envtest-%s-%s.tar.gz:\n".formatted(release, machine))
          .append("      hash: %s\n".formatted(machine.startsWith("linux") ? hash : "0"))
          .append("      selfLink: file://%s\n".formatted(archive));
    }
    Files.writeString(index, text);
  }

  private LabCommand.Outcome fetch(String address) {
    List<String> command = new ArrayList<>(List.of("/usr/bin/env"));
    command.add("JUBELET_CACHE=" + directory.resolve("cache"));
    command.add("JUBELET_CONTROL_PLANE=v1.90.2");
    command.add("JUBELET_ENVTEST_INDEX=" + address);
    command.add("KUBEBUILDER_ASSETS=" + assets);
    command.add("no_proxy=*");
    command.add("PATH=" + directory.resolve("bin") + ":/usr/bin:/bin");
    command.addAll(LabScript.CONTROL_PLANE.command("fetch"));
    return LabCommand.run(command);
  }

  private LabCommand.Outcome fetch() {
    return fetch("file://" + index);
  }

  private Path downloaded(String release) {
    return directory.resolve("cache/control-plane/envtest").resolve(release);
  }

  @Test
  void theSameReleaseIsTakenFromTheIndex() throws Exception {
    for (String release : List.of("v1.90.2", "v1.90.10", "v1.91.0")) {
      Path archive = archive(release);
      publish(release, hash(archive), archive);
    }

    assertThat(fetch()).isEqualTo(new LabCommand.Outcome(0, "", ""));
    List<String> command = List.of(downloaded("v1.90.2").resolve("kube-apiserver").toString());
    assertThat(LabCommand.run(command).output()).isEqualTo("Kubernetes v1.90.2\n");
    assertThat(downloaded("v1.90.2")).isDirectoryContaining("glob:**etcd");
    assertThat(downloaded("")).isDirectoryNotContaining("glob:**/.*");

    assertThat(fetch("")).as("all is there").isEqualTo(new LabCommand.Outcome(0, "", ""));
  }

  @Test
  void theNewestOfTheSameMinorReleaseWillDo() throws Exception {
    for (String release : List.of("v1.90.9", "v1.90.10", "v1.90.11-rc.0", "v1.91.0")) {
      Path archive = archive(release);
      publish(release, hash(archive), archive);
    }

    assertThat(fetch().exitCode()).isZero();
    assertThat(downloaded("v1.90.10").resolve("kubectl")).isExecutable();
  }

  @Test
  void anArchiveThatIsNotWhatTheIndexSaysIsNotTaken() throws Exception {
    publish("v1.90.2", "00".repeat(64), archive("v1.90.2"));

    assertFallsThrough(fetch(), "does not have the SHA-512");
  }

  @Test
  void anIndexWithoutTheReleaseIsSaid() throws Exception {
    publish("v1.91.0", "00".repeat(64), archive("v1.91.0"));

    assertFallsThrough(fetch(), "has no archive of v1.90.x");
  }

  @Test
  void nothingIsLostWhereThereIsNoWayToTheIndex() throws Exception {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }

    assertFallsThrough(fetch("http://127.0.0.1:" + closed + "/"), "curl: (7)");
  }

  private void assertFallsThrough(LabCommand.Outcome outcome, String reason) {
    assertThat(outcome.exitCode()).isNotZero();
    assertThat(outcome.errors())
        .containsOnlyOnce("no download of etcd kube-apiserver kubectl: ")
        .contains(reason)
        .contains("built instead");
    assertThat(downloaded("")).isEmptyDirectory();
  }
}
