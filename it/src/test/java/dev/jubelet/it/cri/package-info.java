/** The contract of the CRI on real containerds, so that the fake runtime cannot drift from them. */
@NullMarked
package dev.jubelet.it.cri;

import org.jspecify.annotations.NullMarked;
