package dev.jubelet.volume.kind;

import java.util.List;
import java.util.Optional;

/**
 * The kinds of volumes that a node has besides those that are plain directories.
 *
 * @param claims where the claims of pods lead
 */
public record VolumePlugins(Claims claims, List<VolumeKind> kinds) {
  public static final VolumePlugins NONE = new VolumePlugins(Claims.NONE, List.of());

  public VolumePlugins {
    kinds = List.copyOf(kinds);
  }

  public Optional<VolumeKind> of(VolumeSpec volume) {
    return kinds.stream().filter(kind -> kind.handles(volume)).findFirst();
  }
}
