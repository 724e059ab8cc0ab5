@NullMarked
package dev.jubelet.edge.unix;

import org.jspecify.annotations.NullMarked;
