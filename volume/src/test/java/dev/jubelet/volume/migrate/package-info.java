@NullMarked
package dev.jubelet.volume.migrate;

import org.jspecify.annotations.NullMarked;
