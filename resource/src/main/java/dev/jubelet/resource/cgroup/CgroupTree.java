package dev.jubelet.resource.cgroup;

import dev.jubelet.resource.CgroupMounts;
import dev.jubelet.resource.CgroupVersion;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cgroups as directories and files, named by their path below each hierarchy.
 *
 * <p>Thread: any; calls for one cgroup should not overlap. Owns: nothing, the kernel is the truth.
 */
final class CgroupTree {
  private static final Logger log = LoggerFactory.getLogger(CgroupTree.class);
  private static final List<String> USED_V1 =
      List.of("cpu", "cpuacct", "cpuset", "memory", "systemd", "pids", "hugetlb");
  private static final List<String> USED_V2 = List.of("cpu", "cpuset", "memory", "hugetlb", "pids");
  private static final List<String> CPUSET = List.of("cpuset.cpus", "cpuset.mems");
  private static final String CONTROLLERS = "cgroup.controllers";
  private static final String PROCESSES = "cgroup.procs";
  private static final String PASSED_ON = "cgroup.subtree_control";

  private final CgroupMounts mounts;

  /** Those of version 2 that the machine has. */
  private final List<String> controllers;

  CgroupTree(CgroupMounts mounts) {
    this.mounts = mounts;
    this.controllers =
        mounts.version() == CgroupVersion.V2 ? words(top().resolve(CONTROLLERS)) : List.of();
  }

  CgroupVersion version() {
    return mounts.version();
  }

  /** Whether it is there wherever it has to be. */
  boolean exists(Path cgroup) {
    return hierarchies().allMatch(top -> isDirectory(top.resolve(cgroup)));
  }

  /** Why a cgroup cannot be used as it is; empty when it can. */
  Optional<String> problem(Path cgroup) {
    List<String> missing =
        switch (mounts.version()) {
          case V1 ->
              hierarchies()
                  .map(top -> top.resolve(cgroup))
                  .filter(place -> !isDirectory(place))
                  .map(Path::toString)
                  .toList();
          case V2 -> missingControllers(cgroup);
        };
    String what = mounts.version() == CgroupVersion.V1 ? "paths" : "controllers";
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "cgroup \"/%s\" has some missing %s: %s"
                .formatted(cgroup, what, String.join(", ", missing)));
  }

  private List<String> missingControllers(Path cgroup) {
    List<String> missing = new ArrayList<>(controllers);
    missing.retainAll(USED_V2);
    missing.removeAll(words(top().resolve(cgroup).resolve(CONTROLLERS)));
    return missing;
  }

  void make(Path cgroup) throws IOException {
    switch (mounts.version()) {
      case V1 -> {
        for (Path top : hierarchies().toList()) {
          makeBelow(top, cgroup);
        }
        Optional<Path> cpuset = mounts.of("cpuset");
        if (cpuset.isPresent()) {
          fillCpuset(cpuset.get(), cgroup);
        }
      }
      case V2 -> {
        makeBelow(top(), cgroup);
        passControllersTo(cgroup);
      }
    }
  }

  private static void makeBelow(Path top, Path cgroup) throws IOException {
    Path place = top.resolve(cgroup);
    try {
      Files.createDirectory(place);
    } catch (FileAlreadyExistsException e) {
      if (!isDirectory(place)) {
        throw e;
      }
    } catch (NoSuchFileException e) {
      if (cgroup.getParent() == null) {
        throw e;
      }
      makeBelow(top, cgroup.getParent());
      makeBelow(top, cgroup);
    }
  }

  /** A new cgroup of version 1 has no CPUs and no memory; nothing can run in it until it has. */
  private static void fillCpuset(Path top, Path cgroup) throws IOException {
    Path place = top.resolve(cgroup);
    Path parent = cgroup.getParent();
    for (String file : CPUSET) {
      if (!read(place.resolve(file)).orElse("").isEmpty()) {
        continue;
      }
      if (parent != null) {
        fillCpuset(top, parent);
      }
      Optional<String> above = read(Objects.requireNonNull(place.getParent()).resolve(file));
      if (above.isPresent()) {
        write(place.resolve(file), above.get());
      }
    }
  }

  /** What one level cannot pass on, those below do not have; who needs it says so. */
  private void passControllersTo(Path cgroup) {
    Path level = top();
    for (Path next : cgroup) {
      List<String> lacking = new ArrayList<>(controllers);
      lacking.removeAll(words(level.resolve(PASSED_ON)));
      if (!lacking.isEmpty() && !passOn(level, lacking)) {
        for (String one : lacking) {
          passOn(level, List.of(one));
        }
      }
      level = level.resolve(next);
    }
  }

  private static boolean passOn(Path level, List<String> controllers) {
    try {
      write(
          level.resolve(PASSED_ON),
          String.join(" ", controllers.stream().map(one -> "+" + one).toList()));
      return true;
    } catch (IOException e) {
      log.atDebug()
          .addKeyValue("cgroup", level)
          .addKeyValue("controllers", controllers)
          .addKeyValue("error", e.toString())
          .log("A cgroup does not pass its controllers on");
      return false;
    }
  }

  /** Writes all values; files of controllers that the machine lacks are left out. */
  void write(Path cgroup, CgroupValues values) throws IOException {
    for (CgroupWrite write : CgroupWrites.of(mounts.version(), values)) {
      Optional<Path> file = file(cgroup, write);
      if (file.isPresent()) {
        write(file.get(), write.value());
      }
    }
  }

  /** The files that have other values than these. */
  List<CgroupWrite> differing(Path cgroup, CgroupValues values) {
    return CgroupWrites.of(mounts.version(), values).stream()
        .filter(write -> isOther(cgroup, write))
        .toList();
  }

  private boolean isOther(Path cgroup, CgroupWrite write) {
    return content(cgroup, write).filter(has -> !has.equals(write.value())).isPresent();
  }

  /** What is in the file now; empty when there is no such file. */
  Optional<String> content(Path cgroup, CgroupWrite write) {
    return file(cgroup, write).flatMap(CgroupTree::read);
  }

  /** Writes one file anew; one that is gone with its cgroup does not matter any more. */
  void restore(Path cgroup, CgroupWrite write) throws IOException {
    Optional<Path> file = file(cgroup, write);
    if (file.isPresent() && Files.exists(file.get())) {
      write(file.get(), write.value());
    }
  }

  /** What one who stands in this cgroup may use of the CPUs. */
  String cpusOf(Path cgroup) {
    return switch (mounts.version()) {
      case V1 ->
          mounts
              .of("cpuset")
              .flatMap(top -> read(top.resolve(cgroup).resolve("cpuset.cpus")))
              .orElse("");
      case V2 -> read(top().resolve(cgroup).resolve("cpuset.cpus.effective")).orElse("");
    };
  }

  /** The processes that stand in no cgroup but the topmost. */
  List<String> processesAtTop() throws IOException {
    Path hierarchy = hierarchyOf("cpu").orElseGet(this::top);
    return Files.readAllLines(hierarchy.resolve(PROCESSES));
  }

  /** Moves a process; one that has ended meanwhile does not matter. */
  void enter(Path cgroup, String pid) throws IOException {
    for (Path top : hierarchies().toList()) {
      Path processes = top.resolve(cgroup).resolve(PROCESSES);
      if (!Files.readAllLines(processes).contains(pid)) {
        write(processes, pid);
      }
    }
  }

  private Optional<Path> file(Path cgroup, CgroupWrite write) {
    return hierarchyOf(write.controller())
        .map(top -> top.resolve(cgroup).resolve(write.file()))
        .filter(file -> !write.ifPresent() || Files.exists(file));
  }

  private Optional<Path> hierarchyOf(String controller) {
    return switch (mounts.version()) {
      case V1 -> mounts.of(controller);
      case V2 -> controllers.contains(controller) ? Optional.of(top()) : Optional.empty();
    };
  }

  private Stream<Path> hierarchies() {
    return switch (mounts.version()) {
      case V1 -> USED_V1.stream().map(mounts::of).flatMap(Optional::stream).distinct();
      case V2 -> Stream.of(top());
    };
  }

  private Path top() {
    return mounts.hierarchies().getFirst();
  }

  private static List<String> words(Path file) {
    return List.copyOf(
        new TreeSet<>(
            Arrays.stream(read(file).orElse("").split(" ", -1))
                .filter(word -> !word.isEmpty())
                .toList()));
  }

  private static Optional<String> read(Path file) {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static void write(Path file, String value) throws IOException {
    Files.writeString(
        file,
        value,
        StandardOpenOption.WRITE,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING);
  }

  private static boolean isDirectory(Path place) {
    return Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS);
  }
}
