package dev.jubelet.volume.san;

import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How disks of one storage network come to the node and leave it. What is needed to detach a disk
 * is kept in its directory, so that an agent that was restarted can do so.
 *
 * <p>Thread: platform threads that may be held for long; one at a time for a disk.
 */
public interface SanTransport {
  /** The last part of the plugin's name, such as {@code iscsi}. */
  String name();

  /** How many levels the directories of disks are below that of the plugin. */
  int depth();

  boolean handles(VolumeSpec volume);

  /** The name of the volume's disk in the Node object. */
  String uniqueName(VolumeSpec volume);

  /** Throws {@link dev.jubelet.volume.disk.VolumeException} when the volume does not name one. */
  SanDisk disk(VolumeSpec volume);

  /** Writes a record into {@code directory}, then attaches the disk. Returns its device. */
  Path attach(Pod pod, VolumeSpec volume, Path directory) throws IOException;

  /** Detaches the device, and deletes the record in {@code directory}. */
  void detach(Path device, Path directory) throws IOException;

  /**
   * Ends what the record tells of, and deletes it. Which device it was cannot be told any more: the
   * name that it had may be that of another disk by now.
   */
  void detachUnknown(Path directory) throws IOException;

  /** The name of the volume that was to be attached, by the record. */
  Optional<String> volumeName(Path directory) throws IOException;

  /** Detaches what an attachment that nobody finished has brought to the node, by the record. */
  void detachOrphan(Path directory) throws IOException;
}
