package dev.jubelet.resource.cgroup;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timers;
import dev.jubelet.resource.CgroupMounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the agent, and if asked for all processes that stand in no cgroup of their own, where the
 * operator wants them, and the agent's out-of-memory score at its value.
 *
 * <p>Thread: its lane {@code process-cgroups}. Owns: the lane, and whether the score is worth
 * another try.
 */
public final class ProcessPlaces implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ProcessPlaces.class);
  private static final Duration OFTEN = Duration.ofMinutes(1);
  private static final Duration SELDOM = Duration.ofMinutes(5);
  private static final String INIT = "1";

  /**
   * Who belongs where.
   *
   * @param agent the cgroup of the agent, empty when it stays where it was started
   * @param system the cgroup of processes that have none, empty when they are left alone
   */
  public record Wish(String agent, String system) {}

  private final CgroupTree tree;
  private final Path proc;
  private final Wish wish;
  private final BooleanSupplier scoreAgent;
  private final Lane lane;
  private boolean scored = true;
  private volatile boolean closed;

  public ProcessPlaces(
      CgroupMounts mounts, Path proc, Wish wish, BooleanSupplier scoreAgent, Timers timers) {
    this.tree = new CgroupTree(mounts);
    this.proc = proc;
    this.wish = wish;
    this.scoreAgent = scoreAgent;
    this.lane = new Lane("process-cgroups", this::step, timers);
  }

  public void start() {
    lane.wake();
  }

  Next step() {
    if (closed) {
      return Next.DONE;
    }
    // One that the kernel refuses once it refuses for ever.
    scored = scored && scoreAgent.getAsBoolean();
    if (!wish.agent().isEmpty()) {
      moveAgent();
    }
    if (!wish.system().isEmpty()) {
      moveOthers();
    }
    boolean often = !wish.agent().isEmpty() || !wish.system().isEmpty();
    if (often) {
      return new Next.After(OFTEN);
    }
    return scored ? new Next.After(SELDOM) : Next.DONE;
  }

  /** A process that lives in a container's own list of processes is the container's business. */
  private void moveAgent() {
    try {
      if (Objects.equals(namespace("self"), namespace(INIT))) {
        move(wish.agent(), List.of(Long.toString(ProcessHandle.current().pid())));
      }
    } catch (IOException e) {
      warn(wish.agent(), e);
    }
  }

  private Path namespace(String process) throws IOException {
    return Files.readSymbolicLink(proc.resolve(process).resolve("ns/pid"));
  }

  private void moveOthers() {
    try {
      List<String> found =
          tree.processesAtTop().stream()
              .filter(pid -> !pid.equals(INIT) && isProgram(pid))
              .toList();
      if (!found.isEmpty()) {
        move(wish.system(), found);
      }
    } catch (IOException e) {
      warn(wish.system(), e);
    }
  }

  /** The kernel's own threads have no program. */
  private boolean isProgram(String pid) {
    try {
      Files.readSymbolicLink(proc.resolve(pid).resolve("exe"));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void move(String cgroup, List<String> pids) throws IOException {
    Path place = Path.of("/").relativize(Path.of("/").resolve(cgroup).normalize());
    tree.make(place);
    for (String pid : pids) {
      tree.enter(place, pid);
    }
  }

  private static void warn(String cgroup, IOException e) {
    log.atWarn()
        .addKeyValue("cgroup", cgroup)
        .addKeyValue("error", e.toString())
        .log("Cannot move processes into a cgroup");
  }

  @Override
  public void close() {
    closed = true;
    lane.wake();
  }
}
