/** What people read: tables and explanations, made by pure functions. */
@NullMarked
package dev.jubelet.cli.view;

import org.jspecify.annotations.NullMarked;
