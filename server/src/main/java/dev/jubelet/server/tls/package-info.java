/** The serving certificate: given as files, or made once and kept, and the client authorities. */
@NullMarked
package dev.jubelet.server.tls;

import org.jspecify.annotations.NullMarked;
