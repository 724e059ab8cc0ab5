@NullMarked
package dev.jubelet.server.nodelog;

import org.jspecify.annotations.NullMarked;
