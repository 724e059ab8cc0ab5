/** What went wrong, in words for people and as an exit code. */
@NullMarked
package dev.jubelet.cli.fault;

import org.jspecify.annotations.NullMarked;
