@NullMarked
package dev.jubelet.server.logs;

import org.jspecify.annotations.NullMarked;
