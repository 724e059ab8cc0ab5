/**
 * Images from archives instead of registries: {@link dev.jubelet.image.archive.ArchiveLoader} gives
 * one to the runtime, {@link dev.jubelet.image.archive.ArchiveDirectory} does so for all of a
 * directory. In: OCI and docker archives. Out: images in the runtime, events, problems. Runs on the
 * lane {@code image-archives} and on the threads of people's requests; upstream has nothing like
 * it.
 */
@NullMarked
package dev.jubelet.image.archive;

import org.jspecify.annotations.NullMarked;
