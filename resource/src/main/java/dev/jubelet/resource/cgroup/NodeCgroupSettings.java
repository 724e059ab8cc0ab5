package dev.jubelet.resource.cgroup;

import java.util.List;
import java.util.OptionalInt;

/**
 * What the cgroups above those of pods are held to.
 *
 * @param milliCpu the CPU that all pods share
 * @param memoryBytes the memory that all pods share
 * @param pids how many processes and threads all pods may have
 * @param hugePageSizes the machine's sizes as the hugetlb controller names them
 * @param memoryKeptPercent how much of what better pods ask for is closed to lesser ones; empty
 *     without the gate QOSReserved
 */
public record NodeCgroupSettings(
    long milliCpu,
    long memoryBytes,
    long pids,
    List<String> hugePageSizes,
    MemoryReservation memory,
    OptionalInt memoryKeptPercent) {
  public NodeCgroupSettings {
    hugePageSizes = List.copyOf(hugePageSizes);
  }
}
