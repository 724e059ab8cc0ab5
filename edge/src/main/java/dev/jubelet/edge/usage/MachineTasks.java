package dev.jubelet.edge.usage;

import dev.jubelet.edge.usage.CgroupUsage.Tasks;
import java.nio.file.Path;
import java.util.List;

/**
 * What the root cgroup, which stands for the machine, does not tell of its tasks.
 *
 * <p>Thread: one at a time.
 */
final class MachineTasks {
  private static final String ROOT = "/";
  private static final long INIT = 1;
  private static final byte[] LOAD = KernelFiles.name("/loadavg");

  private final byte[] proc;
  private final KernelFiles files = new KernelFiles();
  private final HeldFilesReader held;

  MachineTasks(Path proc) {
    this.proc = KernelFiles.name(proc.toString());
    this.held = new HeldFilesReader(proc);
  }

  /** Of the root: its own processes, and all threads there are. */
  Tasks tasks(List<Long> processes) {
    return new Tasks(processes.size(), threads());
  }

  /** The fourth field is: running/all. */
  private long threads() {
    String load = files.text(SystemCalls.CURRENT_DIRECTORY, proc, LOAD).orElse("");
    int slash = load.indexOf('/');
    int end = load.indexOf(' ', slash);
    return slash < 0 || end < 0 ? 0 : Long.parseLong(load, slash + 1, end, 10);
  }

  /** The limit is that of the first process of a container, or of the machine. */
  HeldFiles held(String cgroup, List<Long> processes) {
    if (cgroup.equals(ROOT)) {
      return held.of(processes, INIT);
    }
    return processes.isEmpty() ? HeldFiles.NONE : held.of(processes, processes.getFirst());
  }
}
