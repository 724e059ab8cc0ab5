package dev.jubelet.resource.eviction.pressure;

import java.util.EnumSet;
import java.util.Set;

/** Which disks a node has, and so what frees a disk and what of a pod lies on it. Pure. */
public enum DiskLayout {
  /** One disk for all. */
  SINGLE,
  /** Images and containers have a disk of their own. */
  DEDICATED_IMAGES,
  /** Images have a disk of their own; containers are on another, with the node's files. */
  SPLIT;

  /** What of a pod takes room on a disk. */
  public enum Part {
    ROOTFS,
    LOGS,
    VOLUMES
  }

  /** What can be deleted that nobody uses. */
  public enum Unused {
    CONTAINERS,
    IMAGES
  }

  /** The signal of the disk that containers are on stands for this one. */
  private NodeSignal place(NodeSignal signal) {
    return switch (signal) {
      case CONTAINER_DISK ->
          this == DEDICATED_IMAGES ? NodeSignal.IMAGE_DISK : NodeSignal.NODE_DISK;
      case CONTAINER_INODES ->
          this == DEDICATED_IMAGES ? NodeSignal.IMAGE_INODES : NodeSignal.NODE_INODES;
      default -> signal;
    };
  }

  private boolean isImageDisk(NodeSignal signal) {
    NodeSignal place = place(signal);
    return place == NodeSignal.IMAGE_DISK || place == NodeSignal.IMAGE_INODES;
  }

  /** What of pods counts when the disk of this signal is short. */
  public Set<Part> partsOn(NodeSignal signal) {
    return switch (this) {
      case SINGLE -> EnumSet.allOf(Part.class);
      case DEDICATED_IMAGES ->
          isImageDisk(signal) ? EnumSet.of(Part.ROOTFS) : EnumSet.of(Part.LOGS, Part.VOLUMES);
      case SPLIT -> isImageDisk(signal) ? EnumSet.noneOf(Part.class) : EnumSet.allOf(Part.class);
    };
  }

  /** What frees the disk of this signal; nothing for memory and process ids. */
  public Set<Unused> freeing(NodeSignal signal) {
    return switch (signal.starved()) {
      case MEMORY, PIDS -> EnumSet.noneOf(Unused.class);
      case DISK, INODES -> freeingDisk(signal);
    };
  }

  private Set<Unused> freeingDisk(NodeSignal signal) {
    return switch (this) {
      case SINGLE -> EnumSet.allOf(Unused.class);
      case DEDICATED_IMAGES ->
          isImageDisk(signal) ? EnumSet.allOf(Unused.class) : EnumSet.noneOf(Unused.class);
      case SPLIT -> EnumSet.of(isImageDisk(signal) ? Unused.IMAGES : Unused.CONTAINERS);
    };
  }

  /** The signal whose threshold holds for the disk of containers. */
  NodeSignal original(NodeSignal ofContainers) {
    return place(ofContainers);
  }
}
