/**
 * A client of the agent over its unix-domain socket, and reading JSON without binding: what keeps
 * the command's start short.
 */
@NullMarked
package dev.jubelet.cli.http;

import org.jspecify.annotations.NullMarked;
