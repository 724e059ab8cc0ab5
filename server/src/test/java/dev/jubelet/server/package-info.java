@NullMarked
package dev.jubelet.server;

import org.jspecify.annotations.NullMarked;
