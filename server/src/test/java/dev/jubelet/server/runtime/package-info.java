@NullMarked
package dev.jubelet.server.runtime;

import org.jspecify.annotations.NullMarked;
