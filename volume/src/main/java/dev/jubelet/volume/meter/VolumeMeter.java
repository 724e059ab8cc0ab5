package dev.jubelet.volume.meter;

/**
 * Told of what happens to volumes, so that it can be counted and timed. Plugins are named as in
 * metrics: {@code kubernetes.io/nfs}, and with the driver {@code kubernetes.io/csi:<driver>}.
 *
 * <p>Thread: the caller's; must neither block nor throw.
 */
public interface VolumeMeter {
  VolumeMeter NOOP =
      new VolumeMeter() {
        @Override
        public void ended(
            PluginLabel label, VolumeOperation operation, boolean failed, long nanos) {}

        @Override
        public void ready(String plugin, long nanos) {}

        @Override
        public void reconstructed(boolean failed) {}

        @Override
        public void forceCleaned(boolean failed) {}

        @Override
        public void labels(SelinuxMetric finding, String plugin, String accessMode) {}
      };

  void ended(PluginLabel label, VolumeOperation operation, boolean failed, long nanos);

  /** A pod has a volume, so long after it was first asked for, with all waiting and trying. */
  void ready(String plugin, long nanos);

  /** A volume was found on disk at the start; {@code failed} when nobody can say what it is. */
  void reconstructed(boolean failed);

  /** Something is found out about the SELinux label of a volume. */
  void labels(SelinuxMetric finding, String plugin, String accessMode);

  /** The remains of a volume that nobody could say what it is were cleared away, or not. */
  void forceCleaned(boolean failed);
}
