@NullMarked
package dev.jubelet.volume.fc;

import org.jspecify.annotations.NullMarked;
