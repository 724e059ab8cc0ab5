package dev.jubelet.pod.translate.security;

import java.nio.file.Path;
import java.util.List;

/**
 * What the node says about the security of containers. {@code thermalThrottlePaths} are those
 * {@code /sys/devices/system/cpu/cpuN/thermal_throttle} that exist on the machine.
 */
public record SecuritySettings(
    Path seccompProfiles,
    boolean seccompDefault,
    boolean selinuxEnabled,
    List<String> thermalThrottlePaths,
    IsolationSettings isolation) {
  public SecuritySettings {
    thermalThrottlePaths = List.copyOf(thermalThrottlePaths);
  }
}
