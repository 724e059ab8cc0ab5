/**
 * Linux calls on files and mounts through java.lang.foreign, for what the JDK has no method for:
 * mounting, and opening a path that may not leave a directory.
 *
 * <p>In: paths and descriptors. Out: {@link dev.jubelet.edge.linux.Descriptor} or {@link
 * dev.jubelet.edge.linux.LinuxException}. A foreign call holds its carrier thread, so a call that
 * another machine or a person can hold up goes through {@link
 * dev.jubelet.edge.linux.BlockingCalls}.
 */
@NullMarked
package dev.jubelet.edge.linux;

import org.jspecify.annotations.NullMarked;
