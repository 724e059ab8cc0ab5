@NullMarked
package dev.jubelet.edge.spdy;

import org.jspecify.annotations.NullMarked;
