/** Servers on loopback that answer as a test wants. */
@NullMarked
package dev.jubelet.probe.net;

import org.jspecify.annotations.NullMarked;
