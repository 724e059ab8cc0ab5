/**
 * A small HTTP/1.1 client over a unix-domain socket, and reading JSON without binding: what keeps
 * the command's start short.
 */
@NullMarked
package dev.jubelet.cli.http;

import org.jspecify.annotations.NullMarked;
