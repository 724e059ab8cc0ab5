package dev.jubelet.edge.usage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How many tasks the machine may have, and has. */
public record TaskLimits(long most, long now) {

  public static TaskLimits read(Path proc) {
    long pids = Long.parseLong(text(proc.resolve("sys/kernel/pid_max")));
    long threads = Long.parseLong(text(proc.resolve("sys/kernel/threads-max")));
    // The fourth field is: running/all.
    String tasks = text(proc.resolve("loadavg")).split(" ", -1)[3].split("/", 2)[1];
    return new TaskLimits(Math.min(pids, threads), Long.parseLong(tasks));
  }

  /** By lines, since the kernel gives such a file only to those who read it in one go. */
  private static String text(Path file) {
    try {
      return Files.readAllLines(file).getFirst().strip();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
