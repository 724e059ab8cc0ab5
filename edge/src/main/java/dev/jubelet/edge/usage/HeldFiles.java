package dev.jubelet.edge.usage;

import org.jspecify.annotations.Nullable;

/**
 * What the processes of one cgroup itself hold open.
 *
 * @param openFilesLimit how many descriptors the first process may have, -1 for any number; null
 *     where it does not tell
 */
public record HeldFiles(long descriptors, long sockets, @Nullable Long openFilesLimit) {
  public static final HeldFiles NONE = new HeldFiles(0, 0, null);
}
