/** The borders that ARCHITECTURE.md draws, checked on the compiled classes. */
@NullMarked
package dev.jubelet.it.architecture;

import org.jspecify.annotations.NullMarked;
