package dev.jubelet.node.status;

import java.util.Locale;
import java.util.Map;

/**
 * Who this node is.
 *
 * @param name the node's name, which is the host's name too
 * @param os as Go spells it, such as {@code linux}
 * @param arch as Go spells it, such as {@code amd64}
 */
public record NodeIdentity(String name, String os, String arch) {
  private static final String LINUX = "linux";
  private static final Map<String, String> GO_ARCHITECTURES =
      Map.of("x86_64", "amd64", "aarch64", "arm64", "i386", "386", "x86", "386");

  /**
   * @param override the value of --hostname-override, which may be empty
   * @param javaArch the system property {@code os.arch}
   */
  public static NodeIdentity of(String override, String hostname, String javaArch) {
    String name = (override.isEmpty() ? hostname : override).strip().toLowerCase(Locale.ROOT);
    if (name.isEmpty()) {
      throw new IllegalArgumentException("the host has no name; set --hostname-override");
    }
    return new NodeIdentity(name, LINUX, GO_ARCHITECTURES.getOrDefault(javaArch, javaArch));
  }
}
