/**
 * Joins the stages of the path of a pod: what one stage needs of another is passed here as a
 * function.
 */
@NullMarked
package dev.jubelet.app.path;

import org.jspecify.annotations.NullMarked;
