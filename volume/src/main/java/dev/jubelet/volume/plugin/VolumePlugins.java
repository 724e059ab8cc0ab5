package dev.jubelet.volume.plugin;

import dev.jubelet.volume.attach.AttachableVolumes;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The kinds of volumes that a node has besides those that are plain directories.
 *
 * @param claims where the claims of pods lead
 * @param drivers more kinds, which come and go while the agent runs
 * @param attach volumes that are attached before they are used; empty when nobody keeps count
 */
public record VolumePlugins(
    Claims claims,
    List<VolumePlugin> kinds,
    Supplier<List<VolumePlugin>> drivers,
    Optional<AttachableVolumes> attach) {
  public static final VolumePlugins NONE = new VolumePlugins(Claims.NONE, List.of());

  public VolumePlugins(Claims claims, List<VolumePlugin> kinds) {
    this(claims, kinds, List::of, Optional.empty());
  }

  public VolumePlugins {
    kinds = List.copyOf(kinds);
  }

  /** Those that are there now. */
  public List<VolumePlugin> all() {
    return Stream.concat(kinds.stream(), drivers.get().stream()).toList();
  }

  public Optional<VolumePlugin> of(VolumeSpec volume) {
    return all().stream().filter(kind -> kind.handles(volume)).findFirst();
  }
}
