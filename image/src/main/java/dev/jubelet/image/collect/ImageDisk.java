package dev.jubelet.image.collect;

/**
 * How full the file system of the images is.
 *
 * @param place a directory on it
 * @param availableBytes never more than the capacity
 */
public record ImageDisk(String place, long capacityBytes, long availableBytes) {
  private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB"};

  public ImageDisk {
    availableBytes = Math.min(availableBytes, capacityBytes);
  }

  /** What is not available, rounded up; all of it when there is no capacity. */
  public int usedPercent() {
    return capacityBytes <= 0 ? 100 : (int) (100 - availableBytes * 100 / capacityBytes);
  }

  /** What must become available until only so much is used; not positive when that is so. */
  public long bytesUntil(int usedPercent) {
    return capacityBytes * (100 - usedPercent) / 100 - availableBytes;
  }

  ImageDisk with(long moreAvailableBytes) {
    return new ImageDisk(place, capacityBytes, availableBytes + moreAvailableBytes);
  }

  /** The capacity as events say it. */
  String capacityText() {
    if (capacityBytes < 1024) {
      return capacityBytes + " B";
    }
    double size = capacityBytes;
    int unit = -1;
    while (size >= 1024 && unit < UNITS.length - 1) {
      size /= 1024;
      unit++;
    }
    return "%.1f %s".formatted(size, UNITS[unit]);
  }
}
