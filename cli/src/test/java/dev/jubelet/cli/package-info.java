@NullMarked
package dev.jubelet.cli;

import org.jspecify.annotations.NullMarked;
