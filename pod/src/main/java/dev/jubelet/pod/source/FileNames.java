package dev.jubelet.pod.source;

/** Which entries of a manifest directory nobody meant as manifests. Pure. */
final class FileNames {
  private FileNames() {}

  /** Hidden files, and what editors leave behind while and after they save. */
  static boolean isIgnored(String name) {
    return name.startsWith(".")
        || name.endsWith("~")
        || name.endsWith(".swp")
        || name.equals("4913")
        || (name.startsWith("#") && name.endsWith("#"));
  }
}
