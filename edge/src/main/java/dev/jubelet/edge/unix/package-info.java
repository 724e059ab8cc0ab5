/**
 * gRPC over unix-domain sockets with nothing but the JDK's channels: socket adapters for the OkHttp
 * transport, and builders for the channels and servers that use them. All I/O runs on virtual
 * threads.
 */
@NullMarked
package dev.jubelet.edge.unix;

import org.jspecify.annotations.NullMarked;
