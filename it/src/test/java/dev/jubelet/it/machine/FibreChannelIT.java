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

/** Disks that are named as behind Fibre Channel; no adapter is needed to find them. */
final class FibreChannelIT extends MachineSuite {
  private PlayedDisk disk;

  @Override
  void assumeMachine() {
    PlayedDisk.assumeHere();
  }

  @BeforeEach
  void play() {
    disk = PlayedDisk.start(1);
  }

  @AfterEach
  void end() {
    removeAll();
    awaitNothingLeft();
    disk.close();
  }

  @Test
  void aDiskGoesWithItsLastPodAndComesBackByAScan() {
    apply("first", disk.byName(false), "echo one >>/data/file");
    Pod first = node.awaitReady("first");
    assertThat(volume(first).type()).isEqualTo("ext4");
    node.await("it has written", () -> hasFile(first));
    apply("second", disk.byName(false), "cat /data/file");
    node.awaitReady("second");
    remove("first");
    assertThat(disk.isHere()).isTrue();
    remove("second");
    awaitNothingLeft();

    apply("third", disk.byName(true), "cat /data/file; touch /data/x");
    node.awaitReady("third");
    awaitPrinted("third", "Read-only file system");
    assertThat(printed("third")).contains("one");
  }

  @Test
  void aDiskIsFoundByItsTargetAndUnit() {
    apply("pod", disk.byTarget(), "echo one >/data/file");
    Pod pod = node.awaitReady("pod");
    node.await("it has written", () -> hasFile(pod));
  }

  @Test
  void aDiskThatIsSeenTwiceIsUsedThroughMultipath() {
    assumeTrue(Machine.hasProcess("multipathd"), "multipathd does not run on this machine");
    disk.close();
    disk = PlayedDisk.start(2);
    node.await("multipathd knows the disk", disk::isJoined);
    apply("pod", disk.byName(false), "echo one >/data/file");
    Pod pod = node.awaitReady("pod");
    assertThat(volume(pod).source()).startsWith("/dev/dm-");
    node.await("it has written", () -> hasFile(pod));
  }

  @Test
  void anAgentKilledWhileADiskIsFormattedLeavesNothing() {
    try (HeldProgram mkfs = HeldProgram.of("mkfs.ext4", "/dev/")) {
      restartWith(mkfs);
      apply("doomed", disk.byName(false), "echo never >/data/file");
      node.await("the disk is being formatted", mkfs::holds);
      node.killKubelet();
      node.remove("doomed");
      node.startKubelet();
      node.awaitGone("doomed");
      awaitNothingLeft();
    }
  }

  private boolean hasFile(Pod pod) {
    return Files.exists(volume(pod).point().resolve("file"));
  }

  private void awaitNothingLeft() {
    node.await(
        "no disk or mount is left",
        () -> !disk.isHere() && mounts().isEmpty() && records().isEmpty());
  }

  /** What the kubelet has written down of disks. */
  private List<Path> records() {
    Path home = node.root().resolve("plugins/kubernetes.io/fc");
    try (Stream<Path> all = Files.isDirectory(home) ? Files.walk(home) : Stream.empty()) {
      return all.filter(Files::isRegularFile).toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(home); // changed while it was read
    }
  }
}
