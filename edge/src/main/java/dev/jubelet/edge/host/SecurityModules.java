package dev.jubelet.edge.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Which modules of the kernel can confine containers on this machine. A kernel that has a module
 * built in need not use it: which ones it uses is chosen when it boots.
 *
 * <p>Thread: any; the files are the kernel's own and do not block.
 */
public record SecurityModules(boolean appArmor, boolean selinux) {

  public static SecurityModules read() {
    return read(Path.of("/sys"));
  }

  /** From a copy of {@code /sys}. */
  static SecurityModules read(Path sys) {
    return new SecurityModules(
        Files.isDirectory(sys.resolve("kernel/security/apparmor"))
            && saysYes(sys.resolve("module/apparmor/parameters/enabled")),
        Files.exists(sys.resolve("fs/selinux/enforce")));
  }

  /** A kernel without the module has no such file. */
  private static boolean saysYes(Path file) {
    if (!Files.exists(file)) {
      return false;
    }
    try {
      return Files.readString(file).startsWith("Y");
    } catch (IOException e) {
      throw new HostException(HostException.Kind.UNREADABLE, "cannot read " + file + ": " + e, e);
    }
  }
}
