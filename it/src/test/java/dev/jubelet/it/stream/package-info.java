/** Streams into containers through the node's API, with clients of both protocols. */
@NullMarked
package dev.jubelet.it.stream;

import org.jspecify.annotations.NullMarked;
