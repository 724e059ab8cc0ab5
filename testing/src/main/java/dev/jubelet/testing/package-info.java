@NullMarked
package dev.jubelet.testing;

import org.jspecify.annotations.NullMarked;
