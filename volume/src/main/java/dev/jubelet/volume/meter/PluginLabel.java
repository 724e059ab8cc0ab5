package dev.jubelet.volume.meter;

/**
 * Whose volume something happens to.
 *
 * @param plugin as in {@link VolumeMeter}
 * @param migrated whether the volume is of an old kind that a CSI driver serves
 */
public record PluginLabel(String plugin, boolean migrated) {
  /** Of a volume that is of its own kind, or of which that is not known any more. */
  public static PluginLabel of(String plugin) {
    return new PluginLabel(plugin, false);
  }
}
