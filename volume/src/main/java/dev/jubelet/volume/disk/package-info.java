/**
 * Directories of pods on disk: where they are, and how they are deleted without reaching anything
 * else.
 */
@NullMarked
package dev.jubelet.volume.disk;

import org.jspecify.annotations.NullMarked;
