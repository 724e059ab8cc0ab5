@NullMarked
package dev.jubelet.volume;

import org.jspecify.annotations.NullMarked;
