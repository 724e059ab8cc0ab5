/**
 * HTTP/1.0 and 1.1 as bytes: strict reading of requests and the framing of answers, on any pair of
 * streams. In: what a client sent. Out: {@link dev.jubelet.server.http1.RequestHead}, bodies, and
 * {@link dev.jubelet.server.http1.MalformedRequest} for whatever could be read in two ways.
 */
@NullMarked
package dev.jubelet.server.http1;

import org.jspecify.annotations.NullMarked;
