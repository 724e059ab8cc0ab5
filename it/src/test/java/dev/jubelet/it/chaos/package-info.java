/** Random pods on a real containerd while everything around them breaks; with rules that hold. */
@NullMarked
package dev.jubelet.it.chaos;

import org.jspecify.annotations.NullMarked;
