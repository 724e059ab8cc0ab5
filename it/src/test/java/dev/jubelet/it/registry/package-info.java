/** Pulling from a registry with logins, and who may use what was pulled. */
@NullMarked
package dev.jubelet.it.registry;

import org.jspecify.annotations.NullMarked;
