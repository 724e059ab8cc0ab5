package dev.jubelet.volume.device;

import dev.jubelet.edge.host.HostCommands;
import java.util.List;

/**
 * Programs that run until the agent dies: just before the given one starts, or just after it has
 * ended. Nothing that the agent would do on a failure is done.
 */
public final class Crashes implements HostCommands {
  private final HostCommands programs;
  private final int deadline;
  private final boolean after;
  private int started;

  /** The end of an agent. */
  public static final class Died extends Error {
    private static final long serialVersionUID = 1L;

    Died() {
      super("the agent died");
    }
  }

  public Crashes(HostCommands programs, int deadline, boolean after) {
    this.programs = programs;
    this.deadline = deadline;
    this.after = after;
  }

  @Override
  public Result run(List<String> command) {
    boolean last = started++ == deadline;
    if (last && !after) {
      throw new Died();
    }
    Result result = programs.run(command);
    if (last) {
      throw new Died();
    }
    return result;
  }
}
