package dev.jubelet.testing.node;

import dev.jubelet.testing.lab.PrivateContainerd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What pods left on the machine, read from the runtime, the kernel and the disk and never from the
 * kubelet: meant for the time when there should be none.
 */
public final class Leftovers {
  private final TestNode node;
  private final NodeRuntime runtime;
  private final PrivateContainerd containerd;

  public Leftovers(TestNode node, NodeRuntime runtime) {
    this.node = node;
    this.runtime = runtime;
    this.containerd = node.containerd();
  }

  /** A line for each thing; none when nothing is left. */
  public List<String> find() {
    List<String> found = new ArrayList<>();
    runtime.sandboxes().forEach(s -> found.add("sandbox " + s.getMetadata().getName()));
    runtime.containers().forEach(c -> found.add("container " + c.getMetadata().getName()));
    containerd.ctr("containers", "list", "-q").lines().forEach(id -> found.add("container " + id));
    containerd.ctr("tasks", "list", "-q").lines().forEach(id -> found.add("task " + id));
    List<Path> cgroups = cgroups();
    cgroups.forEach(cgroup -> found.add("cgroup " + cgroup));
    cgroups.forEach(cgroup -> processesIn(cgroup).forEach(pid -> found.add("process " + pid)));
    mounts().forEach(mount -> found.add("mount " + mount));
    for (Path folder :
        List.of(pods(), node.podLogs(), node.podLogs().resolveSibling("containers"))) {
      children(folder).forEach(file -> found.add("file " + file));
    }
    below(containerd.directory().resolve("state"), file -> parentIs(file, "netns"))
        .forEach(file -> found.add("network namespace " + file));
    below(containerd.directory().resolve("cni/leases"), Leftovers::isAddress)
        .forEach(file -> found.add("address " + file));
    return found;
  }

  private Path pods() {
    return node.root().resolve("pods");
  }

  /** Cgroups of pods and below, in every hierarchy. */
  private List<Path> cgroups() {
    Path all = Path.of("/sys/fs/cgroup");
    List<Path> hierarchies = new ArrayList<>(children(all));
    hierarchies.add(all); // version 2 has one, without a name
    List<Path> found = new ArrayList<>();
    for (Path hierarchy : hierarchies) {
      Path pods = hierarchy.resolve(containerd.cgroup().substring(1)).resolve("kubepods");
      found.addAll(
          below(pods, p -> Files.isDirectory(p) && pods.relativize(p).toString().contains("pod")));
    }
    return found;
  }

  private static List<String> processesIn(Path cgroup) {
    try {
      return Files.readAllLines(cgroup.resolve("cgroup.procs"));
    } catch (IOException e) {
      return List.of(); // gone since it was listed
    }
  }

  /** Mounts of pods, and of containers in the runtime's own directories. */
  private List<String> mounts() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/mountinfo"))) {
      return lines
          .map(line -> line.split(" ", -1)[4])
          .filter(
              point ->
                  point.startsWith(node.directory() + "/")
                      || point.startsWith(containerd.directory() + "/state/"))
          // The kubelet's own, which stays for pods that run on.
          .filter(point -> !point.equals(node.root().toString()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean parentIs(Path file, String name) {
    return file.getNameCount() > 1 && file.getName(file.getNameCount() - 2).toString().equals(name);
  }

  private static boolean isAddress(Path file) {
    return file.getFileName().toString().matches("[0-9.]+");
  }

  private static List<Path> children(Path folder) {
    return Files.isDirectory(folder) ? read(folder, 1, file -> !file.equals(folder)) : List.of();
  }

  private static List<Path> below(Path folder, Predicate<Path> wanted) {
    return Files.isDirectory(folder) ? read(folder, Integer.MAX_VALUE, wanted) : List.of();
  }

  private static List<Path> read(Path folder, int depth, Predicate<Path> wanted) {
    try (Stream<Path> files = Files.walk(folder, depth)) {
      return files.filter(wanted).toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(folder.resolve("changed while it was read"));
    }
  }
}
