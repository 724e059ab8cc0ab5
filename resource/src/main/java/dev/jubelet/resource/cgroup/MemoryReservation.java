package dev.jubelet.resource.cgroup;

/** Whether memory that pods ask for is kept for them by the kernel (gate MemoryQoS). */
public enum MemoryReservation {
  /** The gate is off, or the machine has cgroup version 1: nothing is written. */
  OFF,
  /** Nothing is kept; what was kept before is given back. */
  NONE,
  /** Firmly for guaranteed pods, as far as possible for burstable ones. */
  TIERED
}
