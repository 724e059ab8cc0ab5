package dev.jubelet.app.config.rule;

import dev.jubelet.app.config.value.CpuList;
import java.util.List;

/**
 * What the rules must know about the machine.
 *
 * @param cgroupV2 whether the unified hierarchy is the one in use
 * @param activeSwap the devices and files that are swapped to
 * @param onlineCpus the CPUs that can be used
 */
public record HostRequirements(boolean cgroupV2, List<String> activeSwap, CpuList onlineCpus) {}
