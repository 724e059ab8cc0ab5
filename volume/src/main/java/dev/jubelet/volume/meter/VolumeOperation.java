package dev.jubelet.volume.meter;

/** What is done to volumes, with the names that metrics have for it. */
public enum VolumeOperation {
  MOUNT("volume_mount"),
  UNMOUNT("volume_unmount"),
  UNMOUNT_DEVICE("unmount_device"),
  MAP("map_volume"),
  UNMAP("unmap_volume"),
  UNMAP_DEVICE("unmap_device"),
  VERIFY_ATTACHED("verify_controller_attached_volume"),
  RESIZE("volume_fs_resize"),
  APPLY_OWNERSHIP("volume_apply_access_control");

  private final String wireName;

  VolumeOperation(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }
}
