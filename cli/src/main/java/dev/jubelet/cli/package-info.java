/** The CLI, jubelet: everything it knows it asks the running agent over its local socket. */
@NullMarked
package dev.jubelet.cli;

import org.jspecify.annotations.NullMarked;
