/** The lab itself: what every other integration suite stands on. */
@NullMarked
package dev.jubelet.it.lab;

import org.jspecify.annotations.NullMarked;
