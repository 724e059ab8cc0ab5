/** The whole path of a pod in this process, on a fake runtime, under chance and one seed. */
@NullMarked
package dev.jubelet.it.simulation;

import org.jspecify.annotations.NullMarked;
