@NullMarked
package dev.jubelet.server.stream;

import org.jspecify.annotations.NullMarked;
