package dev.jubelet.volume.kind;

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
    List<VolumeKind> kinds,
    Supplier<List<VolumeKind>> drivers,
    Optional<AttachableVolumes> attach) {
  public static final VolumePlugins NONE = new VolumePlugins(Claims.NONE, List.of());

  public VolumePlugins(Claims claims, List<VolumeKind> kinds) {
    this(claims, kinds, List::of, Optional.empty());
  }

  public VolumePlugins {
    kinds = List.copyOf(kinds);
  }

  /** Those that are there now. */
  public List<VolumeKind> all() {
    return Stream.concat(kinds.stream(), drivers.get().stream()).toList();
  }

  public Optional<VolumeKind> of(VolumeSpec volume) {
    return all().stream().filter(kind -> kind.handles(volume)).findFirst();
  }
}
