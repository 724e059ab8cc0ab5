@NullMarked
package dev.jubelet.base;

import org.jspecify.annotations.NullMarked;
