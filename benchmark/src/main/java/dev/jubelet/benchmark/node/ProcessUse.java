package dev.jubelet.benchmark.node;

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
  private static final int START_TICKS = 19;

  private final Path directory;

  public ProcessUse(long pid) {
    this(Path.of("/proc", Long.toString(pid)));
  }

  ProcessUse(Path directory) {
    this.directory = directory;
  }

  /** Processor time so far, of all its threads. */
  public Duration cpu() {
    String[] fields = statFields();
    return ticks(fields[USER_TICKS]).plus(ticks(fields[SYSTEM_TICKS]));
  }

  /** How long ago it was started. */
  public Duration age() {
    String uptime = read("../uptime").split(" ", 2)[0];
    Duration up = Duration.ofMillis((long) (Double.parseDouble(uptime) * 1000));
    return up.minus(ticks(statFields()[START_TICKS]));
  }

  /** The name in parentheses may hold spaces; what follows it is the third field. */
  private String[] statFields() {
    String stat = read("stat");
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
  }

  private static Duration ticks(String count) {
    return Duration.ofMillis(Long.parseLong(count) * 1000 / TICKS_PER_SECOND);
  }

  /** Resident memory in kB. */
  public long rss() {
    return number("status", "VmRSS:");
  }

  /** Its share of resident memory in kB: pages in several processes count in parts. */
  public long pss() {
    return number("smaps_rollup", "Pss:");
  }

  /** The part of the resident memory that is no file, in kB. */
  public long anonymous() {
    return number("status", "RssAnon:");
  }

  public long threads() {
    return number("status", "Threads:");
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
