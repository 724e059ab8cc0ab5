/**
 * What is used, as the kernel counts it at this moment: cgroups of both versions, network
 * interfaces, filesystems and directory trees. Nothing is sampled: every call reads, except what
 * cannot have changed since a reading that the caller still has.
 */
@NullMarked
package dev.jubelet.edge.usage;

import org.jspecify.annotations.NullMarked;
