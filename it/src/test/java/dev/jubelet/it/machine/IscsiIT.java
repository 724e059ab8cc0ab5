package dev.jubelet.it.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Disks of a real iSCSI target: logged in to, formatted, mounted, and logged out of again. */
final class IscsiIT extends MachineSuite {
  private ScsiTarget target;

  @Override
  void assumeMachine() {
    ScsiTarget.assumeHere();
  }

  @BeforeEach
  void serve() {
    target = ScsiTarget.start();
  }

  @AfterEach
  void end() {
    removeAll();
    awaitNothingLeft();
    target.close();
  }

  @Test
  void aDiskIsFormattedOnceAndKeepsItsFiles() {
    apply("first", target.volume(1, ""), "echo one >>/data/file");
    Pod first = node.awaitReady("first");
    assertThat(volume(first).type()).isEqualTo("ext4");
    node.await("it has written", () -> hasFile(first));
    assertThat(ScsiTarget.sessions()).hasSize(1);
    remove("first");
    awaitNothingLeft();

    apply("second", target.volume(1, ", readOnly: true"), "cat /data/file; touch /data/x");
    node.awaitReady("second");
    awaitPrinted("second", "Read-only file system");
    assertThat(printed("second")).contains("one");
  }

  @Test
  void disksOfOneTargetShareASessionUntilTheLastGoes() {
    apply("one", target.volume(1, ""), "echo one >/data/file");
    apply("two", target.volume(2, ""), "echo two >/data/file");
    node.awaitReady("one");
    Pod two = node.awaitReady("two");
    assertThat(ScsiTarget.sessions()).hasSize(1);
    remove("one");
    node.await("one disk is given up", () -> ScsiTarget.disks().size() == 1);
    assertThat(ScsiTarget.sessions()).hasSize(1);
    node.await("the other works", () -> hasFile(two));
    remove("two");
    awaitNothingLeft();
  }

  @Test
  void aPasswordFromASecretOpensDiscoveryAndSession() {
    target.wantPassword();
    applyWithSecret("known", ScsiTarget.PASSWORD);
    Pod known = node.awaitReady("known");
    node.await("it has written", () -> hasFile(known));
    assertThat(node.log()).doesNotContain(ScsiTarget.PASSWORD);
  }

  @Test
  void aWrongPasswordIsToldAndLeavesNothing() {
    target.wantPassword();
    applyWithSecret("stranger", "not-what-was-agreed");
    node.await(
        "the failure is told",
        () -> node.log().contains("iscsi: failed to sendtargets to portal 127.0.0.1"));
    othersComeAndGo("other");
    assertThat(node.find("stranger").orElseThrow().getStatus().getPhase()).isEqualTo("Pending");
    assertThat(node.log()).doesNotContain("not-what-was-agreed");
    remove("stranger");
    awaitNothingLeft();
  }

  @Test
  void twoPortalsAreOneDiskWhereMultipathRuns() {
    assumeTrue(Machine.hasProcess("multipathd"), "multipathd does not run on this machine");
    apply(
        "twice",
        target.volume(1, ", portals: [\"" + target.secondPortal() + "\"]"),
        "echo >/data/file");
    Pod twice = node.awaitReady("twice");
    assertThat(ScsiTarget.sessions()).hasSize(2);
    assertThat(volume(twice).source()).startsWith("/dev/dm-");
    node.await("it has written", () -> hasFile(twice));
    remove("twice");
    awaitNothingLeft();
  }

  @Test
  void anAgentKilledWhileADiskIsFormattedLeavesNothing() {
    try (HeldProgram mkfs = HeldProgram.of("mkfs.ext4", "/dev/")) {
      restartWith(mkfs);
      apply("doomed", target.volume(1, ""), "echo never >/data/file");
      node.await("the disk is being formatted", mkfs::holds);
      assertThat(ScsiTarget.sessions()).hasSize(1);
      node.killKubelet();
      node.remove("doomed");
      node.startKubelet();
      node.awaitGone("doomed");
      awaitNothingLeft();
    }
  }

  @Test
  void anAgentKilledWhileItLogsOutLeavesNothing() {
    try (HeldProgram iscsiadm = HeldProgram.of("iscsiadm", "--logout")) {
      restartWith(iscsiadm);
      apply("ending", target.volume(1, ""), "echo here >/data/file");
      Pod ending = node.awaitReady("ending");
      node.await("it has written", () -> hasFile(ending));
      node.remove("ending");
      node.await("the agent logs out", iscsiadm::holds);
      node.killKubelet();
      node.startKubelet();
      node.awaitGone("ending");
      awaitNothingLeft();
    }
  }

  private void applyWithSecret(String name, String password) {
    String secret =
        """
        ---
        apiVersion: v1
        kind: Secret
        metadata: {name: %1$s, namespace: default}
        type: kubernetes.io/iscsi-chap
        stringData:
          discovery.sendtargets.auth.username: %2$s
          discovery.sendtargets.auth.password: %3$s
          node.session.auth.username: %2$s
          node.session.auth.password: %3$s
        """
            .formatted(name, ScsiTarget.USER, password);
    String volume =
        target.volume(
            1,
            ", chapAuthDiscovery: true, chapAuthSession: true, secretRef: {name: %s}"
                .formatted(name));
    node.apply(name + ".yaml", pod(name, volume, "echo here >/data/file").yaml() + secret);
  }

  private boolean hasFile(Pod pod) {
    return Files.exists(volume(pod).point().resolve("file"));
  }

  private void awaitNothingLeft() {
    node.await(
        "no session, disk or mount is left",
        () ->
            ScsiTarget.sessions().isEmpty()
                && ScsiTarget.disks().isEmpty()
                && mounts().isEmpty()
                && records().isEmpty());
  }

  /** What the kubelet has written down of disks. */
  private List<Path> records() {
    Path home = node.root().resolve("plugins/kubernetes.io/iscsi");
    try (Stream<Path> all = Files.isDirectory(home) ? Files.walk(home) : Stream.empty()) {
      return all.filter(Files::isRegularFile).toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(home); // changed while it was read
    }
  }
}
