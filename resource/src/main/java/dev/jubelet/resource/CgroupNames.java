package dev.jubelet.resource;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.QosClass;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the cgroups of pods are, as the runtime is told and as they stand below each hierarchy's
 * mount point. Both are the same path: {@code /kubepods/burstable/pod<uid>}, or with systemd {@code
 * /kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod<uid>.slice} with the dashes of
 * the UID turned to underscores.
 *
 * @param cgroupRoot the cgroup in which {@code kubepods} stands, empty or {@code /} for the top
 * @param perQos whether pods have cgroups of their own at all
 */
public record CgroupNames(CgroupDriver driver, String cgroupRoot, boolean perQos) {
  private static final String SLICE = ".slice";
  private static final String POD = "pod";

  public CgroupNames {
    for (String part : components(cgroupRoot)) {
      if (part.equals("..") || part.equals(".")) {
        throw new IllegalArgumentException(
            "cgroupRoot \"" + cgroupRoot + "\" must not have \"" + part + "\" in it");
      }
    }
  }

  /** The cgroup_parent of a pod's sandbox and containers. */
  public String parentFor(PodUid uid, QosClass qos) {
    return perQos ? "/" + pod(uid, qos) : cgroupRoot;
  }

  /** The cgroups above those of the pods, the one of all pods first. */
  public List<String> parents() {
    return Stream.of(QosClass.GUARANTEED, QosClass.BURSTABLE, QosClass.BEST_EFFORT)
        .map(qos -> "/" + pods(qos))
        .toList();
  }

  /** The cgroup of all pods. */
  public Path allPods() {
    return path(allPodsComponents());
  }

  /** The cgroup of the pods of one class; that of guaranteed pods is the one of all pods. */
  public Path pods(QosClass qos) {
    return path(podsComponents(qos));
  }

  public Path pod(PodUid uid, QosClass qos) {
    if (uid.value().isEmpty() || uid.value().contains("/")) {
      throw new IllegalArgumentException(
          "pod UID \"" + uid + "\" cannot name a cgroup: it must be one path component");
    }
    List<String> components = podsComponents(qos);
    components.add(POD + uid);
    return path(components);
  }

  /** The cgroup in which that of all pods stands. */
  public Path root() {
    return path(components(cgroupRoot));
  }

  /**
   * A cgroup that the operator has made and names. For systemd only the last part of the name
   * counts, which tells all slices above it.
   */
  public Path named(String written) {
    List<String> components = components(written);
    if (driver == CgroupDriver.CGROUPFS || components.isEmpty()) {
      return Path.of(String.join("/", components));
    }
    String last = components.getLast();
    String name = last.endsWith(SLICE) ? last.substring(0, last.length() - SLICE.length()) : last;
    return unescapedSlices(List.of(name.split("-", -1)));
  }

  /** The pod whose cgroup has this name among those of its class. */
  Optional<PodUid> podNamed(String directory, QosClass qos) {
    String prefix = POD;
    String suffix = "";
    if (driver == CgroupDriver.SYSTEMD) {
      prefix = escaped(podsComponents(qos)) + "-" + POD;
      suffix = SLICE;
    }
    if (!directory.startsWith(prefix)
        || !directory.endsWith(suffix)
        || directory.length() <= prefix.length() + suffix.length()) {
      return Optional.empty();
    }
    String uid = directory.substring(prefix.length(), directory.length() - suffix.length());
    return Optional.of(new PodUid(driver == CgroupDriver.SYSTEMD ? uid.replace('_', '-') : uid));
  }

  private List<String> allPodsComponents() {
    List<String> components = components(cgroupRoot);
    components.add("kubepods");
    return components;
  }

  private List<String> podsComponents(QosClass qos) {
    List<String> components = allPodsComponents();
    switch (qos) {
      case GUARANTEED -> {}
      case BURSTABLE -> components.add("burstable");
      case BEST_EFFORT -> components.add("besteffort");
    }
    return components;
  }

  private static List<String> components(String path) {
    List<String> components = new ArrayList<>(List.of(path.split("/", -1)));
    components.removeIf(String::isEmpty);
    return components;
  }

  private Path path(List<String> components) {
    return switch (driver) {
      case CGROUPFS -> Path.of(String.join("/", components));
      case SYSTEMD -> slices(components);
    };
  }

  private static Path slices(List<String> components) {
    return unescapedSlices(components.stream().map(c -> c.replace('-', '_')).toList());
  }

  private static Path unescapedSlices(List<String> levels) {
    Path path = Path.of("");
    for (int length = 1; length <= levels.size(); length++) {
      path = path.resolve(String.join("-", levels.subList(0, length)) + SLICE);
    }
    return path;
  }

  /** A dash separates the levels of a slice's name, so those within a level give way. */
  private static String escaped(List<String> components) {
    return String.join("-", components.stream().map(c -> c.replace('-', '_')).toList());
  }
}
