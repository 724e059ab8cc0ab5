/** The other ends of streams: a streaming server of a runtime, and a client with channels. */
@NullMarked
package dev.jubelet.testing.stream;

import org.jspecify.annotations.NullMarked;
