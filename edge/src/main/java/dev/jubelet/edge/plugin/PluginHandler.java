package dev.jubelet.edge.plugin;

/**
 * Uses the plugins of one type.
 *
 * <p>Thread: the lane of the plugin's socket; may block.
 */
public interface PluginHandler {
  /** Takes the plugin into use. Throws {@link PluginException} with the reason when it may not. */
  void register(Plugin plugin);

  /** The plugin is gone, or another has taken its socket. */
  void deregister(Plugin plugin);
}
