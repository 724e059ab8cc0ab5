/**
 * JSON as trees, for the files and programs that credentials come from. Pure; no type is bound, so
 * that a field of an unexpected kind is noticed and no value is quoted in a message.
 */
@NullMarked
package dev.jubelet.image.json;

import org.jspecify.annotations.NullMarked;
