/**
 * Container logs: the query, which instance is meant, the CRI log format, and following a file
 * across rotation.
 */
@NullMarked
package dev.jubelet.server.logs;

import org.jspecify.annotations.NullMarked;
