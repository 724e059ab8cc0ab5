@NullMarked
package dev.jubelet.image.plugin;

import org.jspecify.annotations.NullMarked;
