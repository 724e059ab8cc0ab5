package dev.jubelet.volume.meter;

/**
 * Whose volume something happens to.
 *
 * @param plugin as in {@link VolumeMeter}
 * @param migrated whether it is an in-tree volume that a CSI driver serves
 */
public record PluginLabel(String plugin, boolean migrated) {
  /** Of a volume that is not migrated, or of which that is not known any more. */
  public static PluginLabel of(String plugin) {
    return new PluginLabel(plugin, false);
  }
}
