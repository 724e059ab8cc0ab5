package dev.jubelet.server.stats;

import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.edge.usage.TreeSize;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A part of a disk: how much there is, and how much of it is used; null what is not known.
 *
 * @param abnormal of a volume: whether its driver says that something is wrong with it
 */
record FsStats(
    @Nullable Long availableBytes,
    @Nullable Long capacityBytes,
    @Nullable Long usedBytes,
    @Nullable Long inodesFree,
    @Nullable Long inodes,
    @Nullable Long inodesUsed,
    @Nullable Boolean abnormal) {
  private static final FsStats UNKNOWN = new FsStats(null, null, null, null, null, null);

  /** One of whose health nothing is known. */
  FsStats(
      @Nullable Long availableBytes,
      @Nullable Long capacityBytes,
      @Nullable Long usedBytes,
      @Nullable Long inodesFree,
      @Nullable Long inodes,
      @Nullable Long inodesUsed) {
    this(availableBytes, capacityBytes, usedBytes, inodesFree, inodes, inodesUsed, null);
  }

  /** A whole filesystem. */
  static FsStats of(@Nullable Filesystem fs) {
    return fs == null
        ? UNKNOWN
        : new FsStats(
            fs.availableBytes(),
            fs.capacityBytes(),
            fs.usedBytes(),
            fs.inodesFree(),
            fs.inodes(),
            fs.inodesUsed());
  }

  /** A device of which nobody knows what is on it. */
  static FsStats ofDevice(long bytes) {
    return new FsStats(0L, bytes, 0L, 0L, 0L, 0L);
  }

  /** The filesystem, when all is known of it. */
  Optional<Filesystem> filesystem() {
    Long capacity = capacityBytes;
    Long available = availableBytes;
    Long used = usedBytes;
    return capacity == null || available == null || used == null
        ? Optional.empty()
        : Optional.of(
            new Filesystem(
                capacity,
                available,
                used,
                Objects.requireNonNullElse(inodes, 0L),
                Objects.requireNonNullElse(inodesFree, 0L),
                Objects.requireNonNullElse(inodesUsed, 0L)));
  }

  /** The same filesystem, of which something uses so much. */
  FsStats usedBy(@Nullable Long bytes, @Nullable Long itsInodes) {
    return new FsStats(availableBytes, capacityBytes, bytes, inodesFree, inodes, itsInodes);
  }

  FsStats ofHealth(@Nullable Boolean isAbnormal) {
    return new FsStats(
        availableBytes, capacityBytes, usedBytes, inodesFree, inodes, inodesUsed, isAbnormal);
  }

  FsStats usedBy(TreeSize size) {
    return usedBy(size.bytes(), size.inodes());
  }
}
