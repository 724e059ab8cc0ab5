@NullMarked
package dev.jubelet.pod.spec;

import org.jspecify.annotations.NullMarked;
