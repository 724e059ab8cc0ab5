@NullMarked
package dev.jubelet.pod.admit;

import org.jspecify.annotations.NullMarked;
