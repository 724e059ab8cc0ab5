package dev.jubelet.edge.linux;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Attributes of files that the kernel keeps by name, of all its name spaces; the JDK knows only
 * those of users.
 *
 * <p>Thread: any, but one that the file's disk may hold up.
 */
public final class ExtendedAttributes {
  private static final String SELINUX_LABEL = "security.selinux";

  /** Gives a file its SELinux label. */
  public static void label(Path file, String label) {
    // The kernel's own tools count the zero byte at the end in.
    set(file, SELINUX_LABEL, label + "\0");
  }

  /** Sets an attribute, also of a link itself; throws {@link LinuxException}. */
  static void set(Path file, String name, String value) {
    Native.setAttribute(file.toString(), name, value.getBytes(StandardCharsets.UTF_8));
  }

  private ExtendedAttributes() {}
}
