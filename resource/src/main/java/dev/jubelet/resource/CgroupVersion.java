package dev.jubelet.resource;

/** Which of the kernel's two cgroup interfaces the machine uses for its controllers. */
public enum CgroupVersion {
  V1,
  V2
}
