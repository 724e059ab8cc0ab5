package dev.jubelet.edge.usage;

import java.nio.charset.StandardCharsets;

/**
 * Where a cgroup is: the directory two levels above, which many cgroups share, and the way from
 * there. Names below a directory that is held open are found in a fraction of the time.
 *
 * <p>Thread: any; immutable.
 */
final class CgroupPlace {
  private final String above;
  private final byte[] below;

  private CgroupPlace(String above, String below) {
    this.above = above;
    this.below = below.getBytes(StandardCharsets.UTF_8);
  }

  /** Of a path from the root of the hierarchy, which is {@code /}. */
  static CgroupPlace of(String cgroup) {
    if (cgroup.equals("/")) {
      return new CgroupPlace("", "");
    }
    int last = cgroup.lastIndexOf('/');
    int before = last <= 0 ? 0 : cgroup.lastIndexOf('/', last - 1);
    int split = Math.max(0, before);
    return new CgroupPlace(cgroup.substring(0, split), cgroup.substring(split + 1) + "/");
  }

  /** A path from the root of the hierarchy; empty for the root. */
  String above() {
    return above;
  }

  /** The way down, with a slash at its end; empty for the root. */
  byte[] below() {
    return below;
  }
}
