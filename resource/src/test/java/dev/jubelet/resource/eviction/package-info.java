@NullMarked
package dev.jubelet.resource.eviction;

import org.jspecify.annotations.NullMarked;
