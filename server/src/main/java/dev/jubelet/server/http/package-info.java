/**
 * Requests, answers and routing, free of sockets and bytes: handlers see only these types, so that
 * what carries them can be replaced.
 */
@NullMarked
package dev.jubelet.server.http;

import org.jspecify.annotations.NullMarked;
