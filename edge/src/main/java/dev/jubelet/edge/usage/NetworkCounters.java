package dev.jubelet.edge.usage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringTokenizer;

/**
 * The counters of the network interfaces that a process sees.
 *
 * <p>Thread: one at a time.
 */
public final class NetworkCounters {
  /** What is not a way out: the loop-back, and the host's ends of the pods' links. */
  private static final List<String> IGNORED = List.of("lo", "veth", "docker", "nerdctl");

  private static final byte[] DEVICES = KernelFiles.name("/net/dev");
  private static final int NUMBERS = 12;

  private final String proc;
  private final KernelFiles files = new KernelFiles();

  /** One interface since it was made. */
  public record Link(
      String name,
      long receivedBytes,
      long receivedPackets,
      long receiveErrors,
      long receiveDrops,
      long sentBytes,
      long sentPackets,
      long sendErrors,
      long sendDrops) {}

  public NetworkCounters(Path proc) {
    this.proc = proc.toString();
  }

  /** Of the network namespace of a process; empty when the process is gone. */
  public Optional<List<Link>> of(long pid) {
    return files
        .text(SystemCalls.CURRENT_DIRECTORY, KernelFiles.name(proc + "/" + pid), DEVICES)
        .map(NetworkCounters::links);
  }

  /** Two lines of titles, then: name, colon, eight numbers received, eight sent. */
  private static List<Link> links(String text) {
    List<Link> links = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        String name = line.substring(0, colon).strip();
        if (IGNORED.stream().noneMatch(name::startsWith)) {
          links.add(link(name, line.substring(colon + 1)));
        }
      }
    }
    return links;
  }

  private static Link link(String name, String numbers) {
    long[] n = new long[NUMBERS];
    StringTokenizer words = new StringTokenizer(numbers);
    for (int i = 0; i < NUMBERS && words.hasMoreTokens(); i++) {
      n[i] = Long.parseLong(words.nextToken());
    }
    return new Link(name, n[0], n[1], n[2], n[3], n[8], n[9], n[10], n[11]);
  }
}
