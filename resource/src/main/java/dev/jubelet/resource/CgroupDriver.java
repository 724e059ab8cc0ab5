package dev.jubelet.resource;

/** Who makes cgroups: the runtime by mkdir, or systemd as slices. */
public enum CgroupDriver {
  CGROUPFS,
  SYSTEMD
}
