package dev.jubelet.volume.plugin;

import dev.jubelet.edge.usage.Filesystem;
import java.util.Optional;

/**
 * What a plugin knows of one of its volumes.
 *
 * @param source who was asked, such as the name of a driver
 * @param condition only of drivers that look after the health of their volumes
 */
public record VolumeStats(String source, Filesystem filesystem, Optional<Condition> condition) {
  /** How a volume is; the message is for people. */
  public record Condition(boolean abnormal, String message) {}
}
