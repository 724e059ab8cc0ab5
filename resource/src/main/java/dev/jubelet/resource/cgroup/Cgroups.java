package dev.jubelet.resource.cgroup;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.systemd.UnitProperty;
import dev.jubelet.resource.CgroupDriver;
import dev.jubelet.resource.CgroupMounts;
import dev.jubelet.resource.CgroupNames;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes cgroups and holds them to their values, by files alone or through systemd first. A cgroup
 * is named by its path below each hierarchy, as {@link CgroupNames} has it.
 *
 * <p>Thread: any; calls for one cgroup should not overlap. Owns: nothing, the kernel is the truth.
 */
public final class Cgroups {
  private static final Logger log = LoggerFactory.getLogger(Cgroups.class);
  private static final String TOP_SLICE = "-.slice";

  private final CgroupTree tree;
  private final CgroupDriver driver;
  private final Slices slices;
  private final CgroupListener listener;
  private final Timers timers;

  public Cgroups(
      CgroupMounts mounts,
      CgroupDriver driver,
      Slices slices,
      CgroupListener listener,
      Timers timers) {
    this.tree = new CgroupTree(mounts);
    this.driver = driver;
    this.slices = slices;
    this.listener = listener;
    this.timers = timers;
  }

  boolean exists(Path cgroup) {
    return tree.exists(cgroup);
  }

  /** Why a cgroup that has to be there cannot be used; empty when it can. */
  Optional<String> problem(Path cgroup) {
    return tree.problem(cgroup);
  }

  String cpusOf(Path cgroup) {
    return tree.cpusOf(cgroup);
  }

  /**
   * Makes a cgroup with its values. That it cannot be held to one of them is only logged: the pod
   * runs, and the next look tries again.
   */
  void create(Path cgroup, CgroupValues wanted) {
    long begin = timers.nanoTime();
    CgroupValues values = kept(wanted);
    try {
      startSlice(cgroup, values);
      tree.make(cgroup);
    } catch (IOException e) {
      throw new CgroupException("cannot make cgroup /" + cgroup + ": " + reason(e), e);
    } finally {
      did(CgroupListener.Operation.CREATE, begin);
    }
    try {
      tree.write(cgroup, values);
    } catch (IOException e) {
      log.atWarn()
          .addKeyValue("cgroup", "/" + cgroup)
          .addKeyValue("error", reason(e))
          .log("A new cgroup is not held to all of its values");
    }
  }

  /** Gives a cgroup that exists other values. */
  void update(Path cgroup, CgroupValues wanted) {
    long begin = timers.nanoTime();
    CgroupValues values = kept(wanted);
    try {
      setSlice(cgroup, values);
      tree.write(cgroup, values);
    } catch (IOException e) {
      throw new CgroupException("cannot change cgroup /" + cgroup + ": " + reason(e), e);
    } finally {
      did(CgroupListener.Operation.UPDATE, begin);
    }
  }

  /**
   * Puts back the values that somebody else has changed, and returns the files that they were in.
   * What the kernel rounds differs for ever, but writing it changes nothing and does not count.
   */
  List<String> repair(Path cgroup, CgroupValues wanted) {
    CgroupValues values = kept(wanted);
    List<String> repaired = new ArrayList<>();
    try {
      for (CgroupWrite write : tree.differing(cgroup, values)) {
        Optional<String> before = tree.content(cgroup, write);
        tree.restore(cgroup, write);
        if (!tree.content(cgroup, write).equals(before)) {
          repaired.add(write.file());
        }
      }
      if (!repaired.isEmpty()) {
        setSlice(cgroup, values);
      }
    } catch (IOException e) {
      throw new CgroupException("cannot repair cgroup /" + cgroup + ": " + reason(e), e);
    }
    return repaired;
  }

  /** Makes systemd's rounding ours, so that both write the same. */
  private CgroupValues kept(CgroupValues values) {
    return driver == CgroupDriver.SYSTEMD ? SliceProperties.rounded(values) : values;
  }

  private void startSlice(Path cgroup, CgroupValues values) throws IOException {
    if (driver == CgroupDriver.SYSTEMD) {
      String unit = cgroup.getFileName().toString();
      Path parent = cgroup.getParent();
      String above = parent == null ? TOP_SLICE : parent.getFileName().toString();
      List<UnitProperty> properties =
          new ArrayList<>(SliceProperties.ofNew(unit, above, tree.version()));
      properties.addAll(SliceProperties.of(tree.version(), values));
      slices.start(unit, properties);
    }
  }

  private void setSlice(Path cgroup, CgroupValues values) throws IOException {
    if (driver == CgroupDriver.SYSTEMD) {
      slices.set(cgroup.getFileName().toString(), SliceProperties.of(tree.version(), values));
    }
  }

  private void did(CgroupListener.Operation operation, long begin) {
    listener.did(operation, Duration.ofNanos(timers.nanoTime() - begin));
  }

  /** The reason alone where the file is named by the caller, else what there is. */
  private static String reason(IOException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
