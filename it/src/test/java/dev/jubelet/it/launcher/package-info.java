/** What the launchers of the distribution give the JVM. */
@NullMarked
package dev.jubelet.it.launcher;

import org.jspecify.annotations.NullMarked;
