/** The listeners, on Helidon's blocking web server. The only package that knows it. */
@NullMarked
package dev.jubelet.server.helidon;

import org.jspecify.annotations.NullMarked;
