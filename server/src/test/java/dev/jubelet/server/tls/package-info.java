@NullMarked
package dev.jubelet.server.tls;

import org.jspecify.annotations.NullMarked;
