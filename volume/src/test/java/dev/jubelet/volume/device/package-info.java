@NullMarked
package dev.jubelet.volume.device;

import org.jspecify.annotations.NullMarked;
