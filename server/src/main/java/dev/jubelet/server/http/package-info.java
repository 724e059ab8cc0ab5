/**
 * Requests, answers and routing, free of any server library: handlers see only these types, so that
 * the library below can be replaced.
 */
@NullMarked
package dev.jubelet.server.http;

import org.jspecify.annotations.NullMarked;
