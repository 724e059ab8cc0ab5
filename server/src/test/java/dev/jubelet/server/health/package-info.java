@NullMarked
package dev.jubelet.server.health;

import org.jspecify.annotations.NullMarked;
