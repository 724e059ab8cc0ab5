package dev.jubelet.volume.plugin;

import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.disk.VolumeException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The volume plugins of a node; volumes that are plain directories need none.
 *
 * @param claims where the claims of pods lead
 * @param drivers more of them, which come and go while the agent runs
 * @param attach volumes that are attached before they are used; empty when nobody keeps count
 */
public record VolumePlugins(
    Claims claims,
    List<VolumePlugin> plugins,
    Supplier<List<VolumePlugin>> drivers,
    Optional<AttachableVolumes> attach) {
  public static final VolumePlugins NONE = new VolumePlugins(Claims.NONE, List.of());

  public VolumePlugins(Claims claims, List<VolumePlugin> plugins) {
    this(claims, plugins, List::of, Optional.empty());
  }

  public VolumePlugins {
    plugins = List.copyOf(plugins);
  }

  /** Those that are there now. */
  public List<VolumePlugin> all() {
    return Stream.concat(plugins.stream(), drivers.get().stream()).toList();
  }

  public Optional<VolumePlugin> of(VolumeSpec volume) {
    return all().stream().filter(plugin -> plugin.handles(volume)).findFirst();
  }

  /** The plugin whose volumes are in directories of that name. */
  public Optional<VolumePlugin> named(String escapedName) {
    return all().stream().filter(plugin -> plugin.escapedName().equals(escapedName)).findFirst();
  }

  /** Throws {@link VolumeException} when there is none for the volume. */
  public VolumePlugin require(VolumeSpec volume) {
    return of(volume).orElseThrow(() -> noPlugin(volume));
  }

  /** The same for a volume that the pod gets as a device. */
  public VolumePlugin requireBlock(VolumeSpec volume) {
    return of(volume)
        .filter(VolumePlugin::supportsBlock)
        .orElseThrow(
            () -> new VolumeException("volumes of this kind cannot have the volumeMode Block"));
  }

  /** A repository is never cloned: nobody could say which programs that would run. */
  private static VolumeException noPlugin(VolumeSpec volume) {
    if (volume.volume().getGitRepo() != null) {
      return new VolumeException(
          "git-repo volume plugin has been disabled; if necessary, it may be re-enabled by enabling"
              + " the feature-gate `GitRepoVolumeDriver`");
    }
    return VolumeException.unprocessed(
        "failed to get Plugin from volumeSpec for volume \"%s\" err=no volume plugin matched"
            .formatted(volume.name()));
  }
}
