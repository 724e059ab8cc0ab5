package dev.jubelet.resource.cgroup;

/**
 * A file of a cgroup with what belongs into it.
 *
 * @param controller whose hierarchy has the file, where controllers have one each
 * @param ifPresent whether kernels without this file are well
 */
public record CgroupWrite(String controller, String file, String value, boolean ifPresent) {
  CgroupWrite(String controller, String file, String value) {
    this(controller, file, value, false);
  }
}
