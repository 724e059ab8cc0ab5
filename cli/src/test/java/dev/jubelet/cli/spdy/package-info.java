@NullMarked
package dev.jubelet.cli.spdy;

import org.jspecify.annotations.NullMarked;
