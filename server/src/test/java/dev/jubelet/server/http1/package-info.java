@NullMarked
package dev.jubelet.server.http1;

import org.jspecify.annotations.NullMarked;
