@NullMarked
package dev.jubelet.resource.userns;

import org.jspecify.annotations.NullMarked;
