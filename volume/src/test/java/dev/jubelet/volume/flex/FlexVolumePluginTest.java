package dev.jubelet.volume.flex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import dev.jubelet.edge.host.ProcessCommands;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.FakeMounts;
import dev.jubelet.volume.attach.AttachingWorld;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drivers are real shell scripts; what they are called with they write into a file. */
final class FlexVolumePluginTest {
  private static final String NO_ATTACH =
      "{\"status\": \"Success\", \"capabilities\": {\"attach\": false}}";
  private static final String SUCCESS = "{\"status\": \"Success\"}";

  @TempDir Path directory;

  private final FakeMounts mounts = new FakeMounts();
  private Path root;
  private Path calls;
  private FlexDrivers drivers;

  @BeforeEach
  void make() throws IOException {
    root = Files.createDirectory(directory.toRealPath().resolve("root"));
    calls = directory.resolve("calls");
    drivers =
        new FlexDrivers(
            directory.resolve("exec"),
            root,
            mounts,
            new ProcessCommands(Duration.ofSeconds(20)),
            new ObjectValues() {
              @Override
              public Lookup configMap(String namespace, String name) {
                return new Lookup.Absent();
              }

              @Override
              public Lookup secret(String namespace, String name) {
                return namespace.equals("default") && name.equals("keys")
                    ? new Lookup.Found(Map.of("token", ByteString.copyFromUtf8("x")))
                    : new Lookup.Absent();
              }
            },
            AttachingWorld.alone());
  }

  @Test
  void withoutADirectoryThereAreNoDrivers() {
    assertThat(drivers.get()).isEmpty();
  }

  @Test
  void aDriverMountsWithAllThatItMayKnowAndUnmounts() throws IOException {
    install("acme~disk", NO_ATTACH, SUCCESS, SUCCESS);
    VolumePlugin kind = only();
    assertThat(kind.escapedName()).isEqualTo("acme~disk");
    Path point = kind.setUp(pod(), volume("keys"));
    assertThat(point).isEqualTo(root.resolve("pods/1/volumes/acme~disk/data")).isDirectory();
    String[] mount = lastCall().split(" ", 3);
    assertThat(mount[0]).isEqualTo("mount");
    assertThat(mount[1]).isEqualTo(point.toString());
    JsonNode options = new ObjectMapper().readTree(mount[2]);
    assertThat(options)
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"kubernetes.io/fsType": "ext4", "kubernetes.io/readwrite": "ro",
                     "kubernetes.io/pvOrVolumeName": "data", "kubernetes.io/pod.name": "web",
                     "kubernetes.io/pod.namespace": "default", "kubernetes.io/pod.uid": "1",
                     "kubernetes.io/serviceAccount.name": "robot",
                     "kubernetes.io/mounterArgs.FsGroup": "7",
                     "kubernetes.io/secret/token": "eA==", "size": "big"}\
                    """));
    kind.tearDown(new PodUid("1"), "data");
    assertThat(lastCall()).isEqualTo("unmount " + point);
    assertThat(point).doesNotExist();
  }

  @Test
  void aFailureIsToldInTheDriversWordsAndLeavesNothing() throws IOException {
    String failure = "{\"status\": \"Failure\", \"message\": \"no such disk\"}";
    install("acme~disk", NO_ATTACH, failure, SUCCESS);
    assertThatThrownBy(() -> only().setUp(pod(), volume("keys")))
        .hasMessage("mount command failed, status: Failure, reason: no such disk");
    assertThat(root.resolve("pods/1/volumes/acme~disk/data")).doesNotExist();
  }

  @Test
  void whatADriverCannotUnmountItselfIsUnmountedForIt() throws IOException {
    install("acme~disk", NO_ATTACH, SUCCESS, "{\"status\": \"Not supported\"}");
    Path point = only().setUp(pod(), volume("keys"));
    mounts.mount("tmpfs", "x", point, "");
    only().tearDown(new PodUid("1"), "data");
    assertThat(mounts.mounted).isEmpty();
    assertThat(point).doesNotExist();
  }

  @Test
  void aSecretThatIsMissingIsNamed() throws IOException {
    install("acme~disk", NO_ATTACH, SUCCESS, SUCCESS);
    assertThatThrownBy(() -> only().setUp(pod(), volume("lost")))
        .hasMessageContaining("Couldn't get secret default/lost");
  }

  @Test
  void aDriverThatTalksNonsenseServesNobodyUntilItIsReplaced() throws IOException {
    install("acme~disk", "nonsense", SUCCESS, SUCCESS);
    assertThatThrownBy(() -> only().setUp(pod(), volume("keys")))
        .hasMessageStartingWith("Failed to unmarshal output for command: init");
    install("acme~disk", NO_ATTACH, SUCCESS, SUCCESS);
    Files.setLastModifiedTime(
        directory.resolve("exec/acme~disk/disk"), FileTime.fromMillis(1_000_000));
    assertThat(only().setUp(pod(), volume("keys"))).isDirectory();
  }

  @Test
  void aKnownDriverIsNotAskedAgain() throws IOException {
    install("acme~disk", NO_ATTACH, SUCCESS, SUCCESS);
    only().setUp(pod(), volume("keys"));
    only().setUp(pod(), volume("keys"));
    assertThat(Files.readAllLines(calls))
        .map(line -> line.split(" ", 2)[0])
        .containsExactly("init", "mount", "mount");
  }

  private VolumePlugin only() {
    assertThat(drivers.get()).hasSize(1);
    return drivers.get().getFirst();
  }

  private String lastCall() throws IOException {
    return Files.readAllLines(calls).getLast();
  }

  private void install(String name, String init, String mount, String unmount) throws IOException {
    Path home = Files.createDirectories(directory.resolve("exec").resolve(name));
    Path script = home.resolve(name.substring(name.indexOf('~') + 1));
    Path draft = home.resolve(".draft");
    Files.writeString(
        draft,
        """
        #!/bin/sh
        echo "$*" >> %s
        case $1 in
          init) echo '%s' ;;
          mount) echo '%s' ;;
          unmount) echo '%s' ;;
        esac
        """
            .formatted(calls, init, mount, unmount));
    Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.move(draft, script, StandardCopyOption.REPLACE_EXISTING);
  }

  private static VolumeSpec volume(String secret) {
    return VolumeSpec.inline(
        new VolumeBuilder()
            .withName("data")
            .withNewFlexVolume()
            .withDriver("acme/disk")
            .withFsType("ext4")
            .withReadOnly(true)
            .withSecretRef(new LocalObjectReference(secret))
            .addToOptions("size", "big")
            .endFlexVolume()
            .build());
  }

  private static Pod pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withName("web")
        .withNamespace("default")
        .withUid("1")
        .endMetadata()
        .withNewSpec()
        .withServiceAccountName("robot")
        .withNewSecurityContext()
        .withFsGroup(7L)
        .endSecurityContext()
        .endSpec()
        .build();
  }
}
