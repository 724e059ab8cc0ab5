/**
 * A small HTTP/1.1 client for one GET at a time: a socket per request, a deadline for the whole of
 * it, little of the answer kept, certificates not verified. Probes and hooks are asked for by the
 * thousand, and the JDK's client would keep pools and threads that they have no use for.
 */
@NullMarked
package dev.jubelet.probe.http;

import org.jspecify.annotations.NullMarked;
