@NullMarked
package dev.jubelet.resource;

import org.jspecify.annotations.NullMarked;
