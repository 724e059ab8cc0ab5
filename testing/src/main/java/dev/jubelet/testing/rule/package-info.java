/** Ties tests to the rules of docs/lifecycle-rules.md. */
@NullMarked
package dev.jubelet.testing.rule;

import org.jspecify.annotations.NullMarked;
