package dev.jubelet.resource.oom;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class OomParserTest {
  private final OomParser parser = new OomParser();

  private List<OomKill> kills(String... lines) {
    return Stream.of(lines).flatMap(line -> parser.line(line).stream()).toList();
  }

  @Test
  void aKillInAContainer() {
    assertThat(
            kills(
                "tail invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=1000",
                "CPU: 1 UID: 0 PID: 4711 Comm: tail Not tainted 6.18.5",
                "memory: usage 51200kB, limit 51200kB, failcnt 86",
                "swap: usage 0kB, limit 9007199254740988kB, failcnt 0",
                "oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=c1,mems_allowed=0,"
                    + "oom_memcg=/kubepods/podu1,task_memcg=/kubepods/podu1/c1,task=tail,pid=4711,"
                    + "uid=0",
                "Memory cgroup out of memory: Killed process 4711 (tail) total-vm:52404kB,"
                    + " anon-rss:49000kB, UID:0 pgtables:140kB oom_score_adj:1000"))
        .containsExactly(
            new OomKill(
                "tail",
                4711,
                Optional.of("/kubepods/podu1/c1"),
                Optional.of(new OomKill.Room(51200 * 1024, 51200 * 1024))));
  }

  @Test
  void aKillOfTheWholeMachine() {
    assertThat(
            kills(
                "java invoked oom-killer: gfp_mask=0x140cca, order=0, oom_score_adj=0",
                "oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),cpuset=/,mems_allowed=0,"
                    + "global_oom,task_memcg=/user.slice,task=java,pid=12,uid=1000",
                "Out of memory: Killed process 12 (java) total-vm:1kB"))
        .containsExactly(new OomKill("java", 12, Optional.empty(), Optional.empty()));
  }

  @Test
  void theWordsOfOlderKernels() {
    assertThat(
            kills(
                "a invoked oom-killer: x",
                "Task in /kubepods/podu1/c1 killed as a result of limit of /kubepods/podu1",
                "Killed process 9 (a b) total-vm:1kB"))
        .containsExactly(
            new OomKill("a b", 9, Optional.of("/kubepods/podu1/c1"), Optional.empty()));
  }

  @Test
  void otherLinesMeanNothing() {
    assertThat(kills("Killed process 9 (a)", "memory: usage 1kB, limit 1kB, failcnt 0")).isEmpty();
  }
}
