@NullMarked
package dev.jubelet.server.debug;

import org.jspecify.annotations.NullMarked;
