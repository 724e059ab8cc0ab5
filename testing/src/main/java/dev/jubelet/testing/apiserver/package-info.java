/**
 * Faults on the way to an API server: a server that answers as a script says, and a proxy that
 * stalls, cuts, delays and truncates. In: what a test tells them. Out: addresses on loopback. Each
 * connection has virtual threads of its own.
 */
@NullMarked
package dev.jubelet.testing.apiserver;

import org.jspecify.annotations.NullMarked;
