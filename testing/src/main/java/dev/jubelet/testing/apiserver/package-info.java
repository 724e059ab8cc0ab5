/**
 * API servers as tests need them. Faults on the way: a server that answers as a script says, and a
 * proxy that stalls, cuts, delays and truncates. In: what a test tells them. Out: addresses on
 * loopback. Each connection has virtual threads of its own. And pods in memory, for tests of what
 * uses an API server.
 */
@NullMarked
package dev.jubelet.testing.apiserver;

import org.jspecify.annotations.NullMarked;
