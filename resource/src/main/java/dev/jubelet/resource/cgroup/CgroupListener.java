package dev.jubelet.resource.cgroup;

import java.time.Duration;
import java.util.Locale;

/** Counts and times what is done to cgroups. Thread: any; must not block. */
public interface CgroupListener {

  /** What is done, with the word of the metric. */
  enum Operation {
    CREATE,
    UPDATE,
    DESTROY;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Something was done, well or not. */
  void did(Operation operation, Duration took);

  /** Somebody else had changed files of a pod's cgroup; they are as they were. */
  default void repaired(int files) {}
}
