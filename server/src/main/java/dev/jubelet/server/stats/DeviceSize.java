package dev.jubelet.server.stats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How large a block device is. The kernel is asked, and not the device, which may be gone. Thread:
 * any.
 */
final class DeviceSize {
  private static final int BLOCK_DEVICE = 0060000;
  private static final int FILE_TYPE = 0170000;
  private static final long SECTOR_BYTES = 512;

  private DeviceSize() {}

  /** Empty when the path does not lead to a block device. */
  static Optional<Long> of(Path path, Path sys) {
    try {
      if (((int) Files.getAttribute(path, "unix:mode") & FILE_TYPE) != BLOCK_DEVICE) {
        return Optional.empty();
      }
      String number = number((long) Files.getAttribute(path, "unix:rdev"));
      String sectors = Files.readString(sys.resolve("dev/block").resolve(number).resolve("size"));
      return Optional.of(Long.parseLong(sectors.strip()) * SECTOR_BYTES);
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** The kernel's major:minor of a device number as the C library has it. */
  static String number(long device) {
    long major = ((device >>> 8) & 0xfff) | ((device >>> 32) & ~0xfffL);
    long minor = (device & 0xff) | ((device >>> 12) & ~0xffL);
    return major + ":" + (minor & 0xffffffffL);
  }
}
