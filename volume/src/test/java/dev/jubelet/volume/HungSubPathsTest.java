package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.LinuxMounts;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SubPathMount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Parts of a volume whose server does not answer: a FUSE program that never says anything. */
@Timeout(60)
class HungSubPathsTest {
  private static final int MANY = 20;

  @TempDir Path directory;
  private final LinuxMounts mounts = new LinuxMounts();
  private Path root;
  private Path hung;
  private Process server;
  private PodVolumes volumes;

  @BeforeEach
  void hang() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root to mount");
    assumeTrue(Files.exists(Path.of("/dev/fuse")), "needs FUSE");
    root = directory.toRealPath();
    hung = Files.createDirectory(root.resolve("hung"));
    server =
        new ProcessBuilder(
                "bash",
                "-c",
                "exec 5<>/dev/fuse; mount -i -t fuse -o"
                    + " fd=5,rootmode=40000,user_id=0,group_id=0 hung \"$0\" && echo hung; read",
                hung.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(server.inputReader().readLine()).isEqualTo("hung");
    volumes = VolumePods.volumes(root, mounts, ObjectValues.NONE);
  }

  @AfterEach
  void letGo() throws InterruptedException {
    server.destroyForcibly().waitFor();
    for (MountTable.Mount mount : mounts.table().at(root).reversed()) {
      mounts.unmountByForce(mount.point());
    }
  }

  private SubPathMount part(Path volume, String uid, String path) throws IOException {
    Path pod = Files.createDirectories(root.resolve("pods").resolve(uid));
    return new SubPathMount("data", volume, path, pod.resolve("volume-subpaths/data/main/0"));
  }

  @Test
  void theyHoldUpTheirOwnPodsWhichEndAllTheSame() throws Exception {
    List<FutureTask<Optional<String>>> waiting = new ArrayList<>();
    List<Thread> lanes = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      SubPathMount part = part(hung, "hung-" + i, "x");
      FutureTask<Optional<String>> bind = new FutureTask<>(() -> volumes.bind(part));
      waiting.add(bind);
      lanes.add(Thread.ofVirtual().start(bind));
    }
    Path content = root.resolve("volume");
    Files.createDirectories(content.resolve("d"));
    assertThat(volumes.bind(part(content, "free", "d"))).isEmpty();
    assertThat(volumes.remove(new PodUid("free"))).isEmpty();
    assertThat(waiting).noneMatch(FutureTask::isDone);

    lanes.forEach(Thread::interrupt);
    for (int i = 0; i < MANY; i++) {
      assertThat(waiting.get(i).get()).get().asString().contains("interrupted");
      assertThat(volumes.remove(new PodUid("hung-" + i))).isEmpty();
    }
    letGo();
    volumes.bind(part(content, "after", "d"));
    assertThat(root.resolve("pods")).isDirectoryNotContaining("glob:**/hung-*");
  }
}
