package dev.jubelet.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupMountsTest {
  private static final Path TOP = Path.of("/sys/fs/cgroup");

  @TempDir Path directory;

  private CgroupMounts read(String table) throws IOException {
    return CgroupMounts.read(Files.writeString(directory.resolve("mountinfo"), table), TOP);
  }

  @Test
  void oneUnifiedMountIsVersionTwo() throws IOException {
    CgroupMounts mounts =
        read(
            """
            22 1 8:1 / / rw - ext4 /dev/vda rw
            29 22 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw
            """);
    assertThat(mounts.version()).isEqualTo(CgroupVersion.V2);
    assertThat(mounts.hierarchies()).containsExactly(TOP);
  }

  @Test
  void aMountPerControllerIsVersionOneAndAllCount() throws IOException {
    CgroupMounts mounts =
        read(
            """
            30 22 0:30 / /sys/fs/cgroup rw - tmpfs tmpfs rw
            31 30 0:31 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu
            32 30 0:32 / /sys/fs/cgroup/odd\\040name rw shared:7 master:1 - cgroup cgroup rw,name=x
            33 30 0:33 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
            34 22 0:34 / /elsewhere/memory rw - cgroup cgroup rw,memory
            """);
    assertThat(mounts.version()).isEqualTo(CgroupVersion.V1);
    assertThat(mounts.hierarchies())
        .containsExactly(TOP.resolve("cpu"), TOP.resolve("odd name"), TOP.resolve("unified"));
  }

  @Test
  void aMachineWithoutCgroupsIsToldWhatToDo() {
    assertThatThrownBy(() -> read("22 1 8:1 / / rw - ext4 /dev/vda rw\n"))
        .hasMessage("no cgroup filesystem is mounted at /sys/fs/cgroup; mount cgroup2 there");
  }
}
