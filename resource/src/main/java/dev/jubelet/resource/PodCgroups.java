package dev.jubelet.resource;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.QosClass;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The cgroups that runtimes leave behind when a pod has ended: finds them and removes them. A
 * process that is still in the cgroup of an ended pod is one that its runtime lost; it is ended,
 * and the cgroup goes with the next try. Nothing above {@code kubepods} is ever touched, no
 * symbolic link is followed, and only directories are removed, which the kernel refuses while a
 * process is inside.
 *
 * <p>Thread: any; calls for the same pod should not overlap. Owns: nothing, the kernel is the
 * truth.
 */
public final class PodCgroups {
  private final CgroupNames names;
  private final List<Path> hierarchies;
  private final Host host;

  /** Who ends what is tied to a cgroup. */
  public interface Host {
    /** Ends this process at once. */
    void endProcess(long pid);

    /** Lets systemd forget the slice of a cgroup that is gone. */
    void stopSlice(String unit);
  }

  public PodCgroups(CgroupNames names, List<Path> hierarchies, Host host) {
    this.names = names;
    this.hierarchies = List.copyOf(hierarchies);
    this.host = host;
  }

  /**
   * The pods that have a cgroup in some hierarchy and no process in any. One with a process may
   * belong to somebody else who shares the root, so that only the end of a known pod touches it.
   */
  public Set<PodUid> abandoned() {
    Set<PodUid> found = new HashSet<>();
    Set<PodUid> inUse = new HashSet<>();
    for (Path hierarchy : hierarchies) {
      for (QosClass qos : QosClass.values()) {
        for (Path child : children(hierarchy, names.pods(qos))) {
          Set<PodUid> among = hasProcess(child) ? inUse : found;
          names.podNamed(child.getFileName().toString(), qos).ifPresent(among::add);
        }
      }
    }
    found.removeAll(inUse);
    return found;
  }

  private static boolean hasProcess(Path cgroup) {
    return !processes(cgroup).isEmpty()
        || childrenOf(cgroup).stream().anyMatch(PodCgroups::hasProcess);
  }

  /**
   * Removes the cgroups of a pod whose containers have ended, with those inside them. Does not
   * wait: while some remain, the caller may try again later. The class need not be known. With
   * {@code endsProcesses} those that are still inside are ended, so that a later try succeeds.
   */
  public CgroupRemoval remove(PodUid uid, boolean endsProcesses) {
    List<String> problems = new ArrayList<>();
    for (QosClass qos : QosClass.values()) {
      Path pod = names.pod(uid, qos);
      List<Path> places = places(pod);
      places.forEach(place -> removePod(place, endsProcesses, problems));
      stopSlice(pod, !places.isEmpty() && problems.isEmpty());
    }
    return removal(problems);
  }

  private List<Path> places(Path relative) {
    return hierarchies.stream()
        .filter(hierarchy -> isPlainDirectory(hierarchy, relative))
        .map(hierarchy -> hierarchy.resolve(relative))
        .toList();
  }

  private void stopSlice(Path cgroup, boolean gone) {
    if (gone && names.driver() == CgroupDriver.SYSTEMD) {
      host.stopSlice(cgroup.getFileName().toString());
    }
  }

  /**
   * Removes the cgroups above those of the pods, if they are empty: for the end of a run that had
   * its own.
   */
  public CgroupRemoval removeParents() {
    List<String> problems = new ArrayList<>();
    for (Path parent :
        List.of(
            names.pods(QosClass.BEST_EFFORT), names.pods(QosClass.BURSTABLE), names.allPods())) {
      List<Path> places = places(parent);
      places.forEach(place -> removeOne(place, problems));
      stopSlice(parent, !places.isEmpty() && problems.isEmpty());
    }
    return removal(problems);
  }

  private static CgroupRemoval removal(List<String> problems) {
    return problems.isEmpty() ? CgroupRemoval.GONE : new CgroupRemoval.Remaining(problems);
  }

  private boolean removePod(Path cgroup, boolean endsProcesses, List<String> problems) {
    boolean childrenGone = true;
    for (Path child : childrenOf(cgroup)) {
      childrenGone &= removePod(child, endsProcesses, problems);
    }
    if (!childrenGone) {
      return false;
    }
    if (removeOne(cgroup, problems)) {
      return true;
    }
    if (endsProcesses) {
      processes(cgroup).forEach(pid -> host.endProcess(Long.parseLong(pid)));
    }
    return false;
  }

  private static boolean removeOne(Path cgroup, List<String> problems) {
    try {
      Files.delete(cgroup);
      return true;
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException e) {
      List<String> inside = processes(cgroup);
      String who =
          inside.isEmpty() ? "" : " (processes " + String.join(", ", inside) + " are in it)";
      problems.add("cannot remove cgroup " + cgroup + ": " + reason(e) + who);
      return false;
    }
  }

  private static String reason(IOException e) {
    return e instanceof FileSystemException f && f.getReason() != null
        ? f.getReason()
        : e.getClass().getSimpleName();
  }

  private static List<String> processes(Path cgroup) {
    try {
      return Files.readAllLines(cgroup.resolve("cgroup.procs")).stream()
          .filter(line -> line.matches("[1-9]\\d*"))
          .toList();
    } catch (IOException e) {
      // It is gone meanwhile, and its processes with it.
      return List.of();
    }
  }

  private static List<Path> children(Path hierarchy, Path relative) {
    return isPlainDirectory(hierarchy, relative)
        ? childrenOf(hierarchy.resolve(relative))
        : List.of();
  }

  private static List<Path> childrenOf(Path cgroup) {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(cgroup)) {
      for (Path entry : entries) {
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          children.add(entry);
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException | DirectoryIteratorException e) {
      // What cannot be listed cannot be emptied: removing it will fail and say why.
      return children;
    }
    return children;
  }

  /** Whether every step from the hierarchy down is a directory and none a link. */
  private static boolean isPlainDirectory(Path hierarchy, Path relative) {
    Path step = hierarchy;
    for (Path component : relative) {
      step = step.resolve(component);
      if (!Files.isDirectory(step, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
    }
    return true;
  }
}
