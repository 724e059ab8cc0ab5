package dev.jubelet.edge.plugin;

import java.nio.file.Path;
import java.util.List;

/**
 * A plugin as it announces itself.
 *
 * @param type such as {@code CSIPlugin}
 * @param endpoint the socket of its service
 * @param versions of that service
 */
public record Plugin(String type, String name, Path endpoint, List<String> versions) {
  public Plugin {
    versions = List.copyOf(versions);
  }
}
