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
import org.junit.jupiter.api.Test;

/** A driver that is a shell script and mounts a tmpfs, installed while the agent runs. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class FlexVolumeIT extends NodeSuite {
  private static final Path DRIVERS = temporary();

  private static final String DRIVER =
      """
      #!/bin/sh
      case $1 in
        init) echo '{"status": "Success", "capabilities": {"attach": false}}' ;;
        mount)
          mount -t tmpfs flex "$2" && printf '%s' "$3" > "$2/options"
          echo '{"status": "Success"}' ;;
        unmount) umount "$2" && echo '{"status": "Success"}' ;;
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

  @Test
  void aPodWaitsForItsDriverAndTheDriverEndsTheVolume() throws IOException {
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
    node.await("an event says why", () -> node.log().contains("no volume plugin matched"));
    install();
    String uid = node.awaitReady("flexible").getMetadata().getUid();
    Path volume = node.root().resolve("pods/" + uid + "/volumes/acme~memory/data");
    node.await("the container has looked", () -> Files.exists(volume.resolve("seen")));
    assertThat(volume.resolve("seen"))
        .content()
        .contains("\"size\":\"big\"", "\"kubernetes.io/mounterArgs.FsGroup\":\"4000\"");
    assertThat((int) Files.getAttribute(volume, "unix:gid")).isEqualTo(4000);
    node.remove("flexible");
    node.awaitGone("flexible");
    node.await("its directory is gone", () -> !Files.exists(node.root().resolve("pods/" + uid)));
    assertThat(MountTable.read(MountTable.FILE).mounts())
        .noneMatch(mount -> mount.point().toString().contains(uid));
  }

  private static void install() throws IOException {
    Path home = Files.createDirectories(DRIVERS.resolve("acme~memory"));
    Path draft = Files.writeString(home.resolve(".draft"), DRIVER);
    Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.move(draft, home.resolve("memory"), StandardCopyOption.ATOMIC_MOVE);
  }
}
