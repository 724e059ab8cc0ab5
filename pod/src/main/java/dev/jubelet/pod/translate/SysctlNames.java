package dev.jubelet.pod.translate;

/** The two spellings of kernel parameters. Thread: any. */
final class SysctlNames {

  /**
   * The spelling with dots. What stands first decides how a name is meant: in {@code
   * net/ipv4/conf/eth0.1/x} slashes separate and the dot belongs to a name, so the two change
   * places.
   */
  static String withDots(String name) {
    int slash = name.indexOf('/');
    int dot = name.indexOf('.');
    if (slash < 0 || (dot >= 0 && dot < slash)) {
      return name;
    }
    StringBuilder swapped = new StringBuilder(name);
    for (int i = 0; i < swapped.length(); i++) {
      switch (swapped.charAt(i)) {
        case '/' -> swapped.setCharAt(i, '.');
        case '.' -> swapped.setCharAt(i, '/');
        default -> {}
      }
    }
    return swapped.toString();
  }

  private SysctlNames() {}
}
