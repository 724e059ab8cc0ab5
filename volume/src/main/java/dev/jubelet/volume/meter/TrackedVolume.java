package dev.jubelet.volume.meter;

/**
 * A volume of a pod, as it is counted.
 *
 * @param plugin as in {@link VolumeMeter}
 * @param name of its directory
 */
public record TrackedVolume(String plugin, String name) {}
