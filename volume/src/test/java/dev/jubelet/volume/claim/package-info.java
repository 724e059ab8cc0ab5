/** Tests of claims. */
@NullMarked
package dev.jubelet.volume.claim;

import org.jspecify.annotations.NullMarked;
