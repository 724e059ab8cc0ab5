@NullMarked
package dev.jubelet.image.credential;

import org.jspecify.annotations.NullMarked;
