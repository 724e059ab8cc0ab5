@NullMarked
package dev.jubelet.edge;

import org.jspecify.annotations.NullMarked;
