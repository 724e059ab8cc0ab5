package dev.jubelet.resource;

import java.util.Optional;

/**
 * What containers get of the kernel's memory control beyond their limit.
 *
 * @param swap how much of the swap, empty when the kernel cannot limit swap per cgroup
 * @param throttling how memory that is asked for is kept and its use slowed down; empty without the
 *     gate MemoryQoS or with cgroup version 1
 */
public record MemorySettings(Optional<Swap> swap, Optional<Throttling> throttling) {
  /** The kernel cannot limit swap, and nothing else is asked of it. */
  public static final MemorySettings PLAIN = new MemorySettings(Optional.empty(), Optional.empty());

  /**
   * The swap of the machine.
   *
   * @param limited whether burstable pods get a part of it, instead of nobody any
   */
  public record Swap(boolean limited, long totalBytes) {}

  /**
   * How the kernel treats memory that is asked for.
   *
   * @param factor how far between request and limit a container may go before it is slowed down
   * @param tiered whether what is asked for is kept
   * @param allocatableBytes what stands for the limit of a container that has none
   * @param pageBytes to a multiple of which the kernel rounds
   */
  public record Throttling(double factor, boolean tiered, long allocatableBytes, long pageBytes) {}
}
