package dev.jubelet.volume.meter;

/** What can be found out about the SELinux labels of volumes, with the names that metrics have. */
public enum SelinuxMetric {
  CONTAINER_ERROR("container_errors", false),
  CONTAINER_WARNING("container_warnings", false),
  POD_MISMATCH_ERROR("pod_context_mismatch_errors", false),
  POD_MISMATCH_WARNING("pod_context_mismatch_warnings", false),
  VOLUME_MISMATCH_ERROR("volume_context_mismatch_errors", true),
  VOLUME_MISMATCH_WARNING("volume_context_mismatch_warnings", true),
  ADMITTED("volumes_admitted", true);

  private final String wireName;
  private final boolean byPlugin;

  SelinuxMetric(String wireName, boolean byPlugin) {
    this.wireName = wireName;
    this.byPlugin = byPlugin;
  }

  public String wireName() {
    return wireName;
  }

  /** Whether it is told which plugin the volume is of. */
  public boolean byPlugin() {
    return byPlugin;
  }
}
