package dev.jubelet.resource.oom;

import java.util.Optional;

/**
 * A process that was killed for want of memory.
 *
 * @param cgroup of the process; empty when the whole machine lacked memory
 * @param room of the cgroup whose limit was reached
 */
public record OomKill(String process, long pid, Optional<String> cgroup, Optional<Room> room) {

  /** What a cgroup used, and might. */
  public record Room(long usageBytes, long limitBytes) {}
}
