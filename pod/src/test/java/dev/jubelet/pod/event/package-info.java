@NullMarked
package dev.jubelet.pod.event;

import org.jspecify.annotations.NullMarked;
