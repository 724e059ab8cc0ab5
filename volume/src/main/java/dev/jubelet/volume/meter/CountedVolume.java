package dev.jubelet.volume.meter;

/**
 * A volume of a pod, as it is counted.
 *
 * @param plugin as in {@link VolumeMeter}
 * @param name of its directory
 */
public record CountedVolume(String plugin, String name) {}
