/** The process: its start, its assemblies and its end. */
@NullMarked
package dev.jubelet.app;

import org.jspecify.annotations.NullMarked;
