package dev.jubelet.resource.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Lane.Next;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes in directories that play the kernel's; none of this machine's is touched. */
final class ProcessPlacesTest {
  @TempDir Path directory;
  private Path proc;
  private PlayedKernel kernel;
  private final AtomicInteger scored = new AtomicInteger();

  @BeforeEach
  void make() throws IOException {
    proc = PlayedKernel.make(directory.resolve("proc"));
    kernel = PlayedKernel.v2(PlayedKernel.make(directory.resolve("cgroup")));
    PlayedKernel.write(kernel.top.resolve("cgroup.procs"), "1\n2\n30\n");
    for (String pid : new String[] {"1", "self"}) {
      Path namespaces = PlayedKernel.make(proc.resolve(pid).resolve("ns"));
      Files.createSymbolicLink(namespaces.resolve("pid"), Path.of("pid:[1]"));
    }
    Files.createSymbolicLink(
        PlayedKernel.make(proc.resolve("30")).resolve("exe"), Path.of("/bin/thing"));
    PlayedKernel.make(proc.resolve("2"));
    for (String name : new String[] {"agent", "system"}) {
      PlayedKernel.write(PlayedKernel.make(kernel.top.resolve(name)).resolve("cgroup.procs"), "");
    }
  }

  private ProcessPlaces places(String agent, String system, boolean scores) {
    return new ProcessPlaces(
        kernel.mounts,
        proc,
        new ProcessPlaces.Wish(agent, system),
        () -> {
          scored.incrementAndGet();
          return scores;
        },
        new ManualTimers());
  }

  @Test
  void theAgentIsMovedEveryMinute() {
    assertThat(places("/agent", "", true).step()).isEqualTo(new Next.After(Duration.ofMinutes(1)));
    assertThat(kernel.top.resolve("agent/cgroup.procs"))
        .content()
        .isEqualTo(Long.toString(ProcessHandle.current().pid()));
    assertThat(kernel.top.resolve("system/cgroup.procs")).isEmptyFile();
  }

  @Test
  void anAgentInAContainerIsLeftThere() throws IOException {
    Path own = proc.resolve("self/ns/pid");
    Files.delete(own);
    Files.createSymbolicLink(own, Path.of("pid:[2]"));
    places("/agent", "", true).step();
    assertThat(kernel.top.resolve("agent/cgroup.procs")).isEmptyFile();
  }

  @Test
  void programsWithoutACgroupAreMovedButNeitherTheFirstNorTheKernels() {
    places("", "/system", true).step();
    assertThat(kernel.top.resolve("system/cgroup.procs")).content().isEqualTo("30");
  }

  @Test
  void aScoreThatIsRefusedIsNotAskedForAgain() {
    ProcessPlaces refused = places("", "", false);
    assertThat(refused.step()).isEqualTo(Next.DONE);
    ProcessPlaces often = places("/agent", "", false);
    often.step();
    often.step();
    assertThat(scored).hasValue(2);
    assertThat(places("", "", true).step()).isEqualTo(new Next.After(Duration.ofMinutes(5)));
  }
}
