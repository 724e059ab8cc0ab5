/**
 * Feature gates: the table of known gates as data, and the immutable answer which of them are on.
 */
@NullMarked
package dev.jubelet.app.features;

import org.jspecify.annotations.NullMarked;
