/**
 * The one table of configuration fields. Each row names a field, its type, its default, how an
 * unset value is told from a zero, and whether Jubelet acts on it; reading, defaults, strictness,
 * configz, flags and the support report are views of these rows.
 */
@NullMarked
package dev.jubelet.app.config.field;

import org.jspecify.annotations.NullMarked;
