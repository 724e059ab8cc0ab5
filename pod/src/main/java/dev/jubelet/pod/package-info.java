@NullMarked
package dev.jubelet.pod;

import org.jspecify.annotations.NullMarked;
