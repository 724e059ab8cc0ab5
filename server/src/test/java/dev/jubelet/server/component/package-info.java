/** Tests of the pages about the process itself. */
@NullMarked
package dev.jubelet.server.component;

import org.jspecify.annotations.NullMarked;
