/**
 * The floor: pods made by bare CRI calls on the same containerd, with the very descriptions that
 * the agent gives for the same manifest. What the agent takes longer than this is its own.
 */
@NullMarked
package dev.jubelet.benchmark.floor;

import org.jspecify.annotations.NullMarked;
