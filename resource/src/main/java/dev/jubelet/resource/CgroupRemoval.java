package dev.jubelet.resource;

import java.util.List;

/** What came of removing cgroups. */
public sealed interface CgroupRemoval {

  /** None is left. */
  record Gone() implements CgroupRemoval {}

  /**
   * Some are left, each with the reason; mostly a process that is not quite gone, so that another
   * try a little later succeeds.
   */
  record Remaining(List<String> problems) implements CgroupRemoval {
    public Remaining {
      problems = List.copyOf(problems);
    }
  }

  CgroupRemoval GONE = new Gone();
}
