package dev.jubelet.bench.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What a process uses, as /proc tells. */
public final class ProcessUse {
  /** USER_HZ, which is 100 on every Linux that Java runs on. */
  private static final long TICKS_PER_SECOND = 100;

  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;

  private final Path directory;

  public ProcessUse(long pid) {
    this(Path.of("/proc", Long.toString(pid)));
  }

  ProcessUse(Path directory) {
    this.directory = directory;
  }

  /** Processor time so far, of all its threads. */
  public Duration cpu() {
    String stat = read("stat");
    // The name in parentheses may hold spaces; what follows it is the third field.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
    return Duration.ofMillis(ticks * 1000 / TICKS_PER_SECOND);
  }

  /** Resident memory in kB. */
  public long rss() {
    return kilobytes("status", "VmRSS:");
  }

  /** Its share of resident memory in kB: pages in several processes count in parts. */
  public long pss() {
    return kilobytes("smaps_rollup", "Pss:");
  }

  /** The part of the resident memory that is no file, in kB. */
  public long anonymous() {
    return kilobytes("status", "RssAnon:");
  }

  public long threads() {
    return number("status", "Threads:");
  }

  private long kilobytes(String file, String field) {
    return number(file, field);
  }

  private long number(String file, String field) {
    List<String> lines = read(file).lines().toList();
    for (String line : lines) {
      if (line.startsWith(field)) {
        return Long.parseLong(line.substring(field.length()).strip().split(" ", 2)[0]);
      }
    }
    throw new BenchException(directory.resolve(file) + " has no line " + field);
  }

  private String read(String file) {
    try {
      return Files.readString(directory.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
