/**
 * What a test must not find in a log: that something failed which nobody expected. Applies to every
 * test by itself.
 */
@NullMarked
package dev.jubelet.testing.log;

import org.jspecify.annotations.NullMarked;
