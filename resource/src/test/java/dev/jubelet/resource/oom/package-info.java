@NullMarked
package dev.jubelet.resource.oom;

import org.jspecify.annotations.NullMarked;
