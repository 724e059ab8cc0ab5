/**
 * Questions put to another server about a caller, with what makes that bearable: answers are kept
 * for a while, equal questions are asked once, and nobody waits for long.
 */
@NullMarked
package dev.jubelet.server.auth.review;

import org.jspecify.annotations.NullMarked;
