package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A driver that is a shell script and mounts a tmpfs, installed while the agent runs. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class FlexVolumeIT extends NodeSuite {
  private static final Path DRIVERS = temporary();

  private static final String DRIVER =
      """
      #!/bin/sh
      hold="${0%/*}/hold-$1"
      if [ -p "$hold" ]; then touch "$hold.begun"; read go < "$hold"; fi
      case $1 in
        init) echo '{"status": "Success", "capabilities": {"attach": false}}' ;;
        mount)
          mount -t tmpfs flex "$2" && printf '%s' "$3" > "$2/options"
          echo '{"status": "Success"}' ;;
        unmount)
          while grep -q " $2 " /proc/mounts; do umount "$2" || exit 1; done
          echo '{"status": "Success"}' ;;
        *) echo '{"status": "Not supported"}' ;;
      esac
      """;

  FlexVolumeIT(PrivateContainerd containerd) {
    super(containerd, "volumePluginDir: " + DRIVERS + "\n");
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("drivers");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Only when no pod needs it any more. */
  @Override
  @AfterEach
  void close() {
    super.close();
    try {
      Files.deleteIfExists(DRIVERS.resolve("acme~memory/memory"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aPodWaitsForItsDriverAndTheDriverEndsTheVolume() throws IOException {
    apply();
    node.await("an event says why", () -> node.log().contains("no volume plugin matched"));
    install();
    String uid = node.awaitReady("flexible").getMetadata().getUid();
    Path volume = volume(uid);
    node.await("the container has looked", () -> Files.exists(volume.resolve("seen")));
    assertThat(volume.resolve("seen"))
        .content()
        .contains("\"size\":\"big\"", "\"kubernetes.io/mounterArgs.FsGroup\":\"4000\"");
    assertThat((int) Files.getAttribute(volume, "unix:gid")).isEqualTo(4000);
    node.remove("flexible");
    awaitNothingLeft(uid);
  }

  /** The driver outlives the agent that called it, and does its work all the same. */
  @Test
  void anAgentThatDiesWhileTheDriverWorksIsFollowedByOneThatGoesOn() throws Exception {
    install();
    Path mounting = hold("mount");
    apply();
    node.await("the driver mounts", () -> Files.exists(begun(mounting)));
    String uid = node.find("flexible").orElseThrow().getMetadata().getUid();
    node.killKubelet();
    letGo(mounting);
    node.startKubelet();
    node.awaitReady("flexible");
    node.await("the container has looked", () -> Files.exists(volume(uid).resolve("seen")));

    Path unmounting = hold("unmount");
    node.remove("flexible");
    node.await("the driver unmounts", () -> Files.exists(begun(unmounting)));
    node.killKubelet();
    assertThat(MountTable.read(MountTable.FILE).has(volume(uid))).isTrue();
    letGo(unmounting);
    node.startKubelet();
    awaitNothingLeft(uid);
  }

  private Path volume(String uid) {
    return node.root().resolve("pods/" + uid + "/volumes/acme~memory/data");
  }

  private void awaitNothingLeft(String uid) {
    node.awaitGone("flexible");
    node.await("its directory is gone", () -> !Files.exists(node.root().resolve("pods/" + uid)));
    assertThat(MountTable.read(MountTable.FILE).mounts())
        .noneMatch(mount -> mount.point().toString().contains(uid));
  }

  /** The next such call of the driver waits. */
  private static Path hold(String call) throws Exception {
    Path pipe = DRIVERS.resolve("acme~memory/hold-" + call);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  private static Path begun(Path pipe) {
    return pipe.resolveSibling(pipe.getFileName() + ".begun");
  }

  private static void letGo(Path pipe) throws IOException {
    Path aside = pipe.resolveSibling("aside");
    Files.move(pipe, aside);
    Files.writeString(aside, "go\n");
    Files.delete(aside);
    Files.delete(begun(pipe));
  }

  private void apply() {
    node.apply(
        "flexible.yaml",
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: flexible}
        spec:
          terminationGracePeriodSeconds: 1
          securityContext: {fsGroup: 4000}
          volumes: [{name: data, flexVolume: {driver: acme/memory, options: {size: big}}}]
          containers:
          - name: main
            image: %s
            imagePullPolicy: IfNotPresent
            command: [sh, -c, "cp /data/options /data/seen; trap 'exit 0' TERM; while :; do sleep 3600 & wait; done"]
            volumeMounts: [{name: data, mountPath: /data}]
        """
            .formatted(containerd.image()));
  }

  private static void install() throws IOException {
    Path home = Files.createDirectories(DRIVERS.resolve("acme~memory"));
    Path draft = Files.writeString(home.resolve(".draft"), DRIVER);
    Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.move(draft, home.resolve("memory"), StandardCopyOption.ATOMIC_MOVE);
  }
}
