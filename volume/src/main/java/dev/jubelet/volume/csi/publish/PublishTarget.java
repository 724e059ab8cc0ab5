package dev.jubelet.volume.csi.publish;

import dev.jubelet.volume.csi.record.StagingTarget;
import dev.jubelet.volume.csi.record.VolumeRecord;
import dev.jubelet.volume.csi.request.CsiRequests;
import dev.jubelet.volume.csi.request.CsiSource;
import dev.jubelet.volume.csi.request.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a pod has of a volume on disk: a directory, or a link to a device. It is written down before
 * the driver is asked and removed when the driver has ended its target, in this order: {@link
 * #writeRecord}, the driver publishes, {@link #show}; {@link #hide}, the driver unpublishes, {@link
 * #remove}. Each may be repeated.
 *
 * <p>Thread: one at a time for a volume of a pod.
 */
public sealed interface PublishTarget permits MountTarget, BlockTarget {
  /** The name of the volume's directory or link. */
  String name();

  /** Where the driver publishes the volume. */
  Path path();

  /** What containers get. */
  Path shown();

  /** What the driver is asked about when the volume is measured. */
  Path statsPath();

  /** What the node has of the volume. */
  StagingTarget staging(VolumeId volume);

  /** What was written down; empty when the pod has no target, or none that can be read. */
  Optional<VolumeRecord> record() throws IOException;

  void writeRecord(CsiSource source, String nodeName) throws IOException;

  void show(CsiRequests.RequestContext context) throws IOException;

  void hide() throws IOException;

  void remove() throws IOException;
}
