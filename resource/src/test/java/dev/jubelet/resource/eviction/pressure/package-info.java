@NullMarked
package dev.jubelet.resource.eviction.pressure;

import org.jspecify.annotations.NullMarked;
