/**
 * HTTP/1.0 and 1.1 as bytes, on any pair of streams: the one codec of the listeners, the command's
 * client, the probes and the streams to the runtime. In: what a peer sent. Out: heads, bodies that
 * end where they say, and {@link dev.jubelet.base.http.MalformedMessage} for whatever could be read
 * in two ways. Requests are read strictly; answers strictly or as leniently as Go's client reads
 * them, which the servers in containers are used to.
 *
 * <p>Bytes are limited here, time is not: a read that blocks can only be ended by whoever owns the
 * connection, who cuts it (the listener by a timer, probes by the timeout of their socket).
 */
@NullMarked
package dev.jubelet.base.http;

import org.jspecify.annotations.NullMarked;
