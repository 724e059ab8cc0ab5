package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.CgroupDriver;

/**
 * What a fake runtime is able to do, after the generations of containerd.
 *
 * @param createsInStoppedSandbox whether only the start of a container is refused there
 */
public record FakeProfile(
    String version,
    boolean events,
    boolean runtimeConfig,
    boolean createsInStoppedSandbox,
    CgroupDriver cgroupDriver) {

  /** No event stream, no RuntimeConfig. */
  public static FakeProfile containerd16() {
    return new FakeProfile("1.6.20", false, false, false, CgroupDriver.CGROUPFS);
  }

  public static FakeProfile containerd2() {
    return new FakeProfile("2.1.4", true, true, true, CgroupDriver.CGROUPFS);
  }

  /** All that the CRI of Kubernetes v1.36 has. */
  public static FakeProfile complete() {
    return new FakeProfile("2.4.0", true, true, true, CgroupDriver.SYSTEMD);
  }
}
