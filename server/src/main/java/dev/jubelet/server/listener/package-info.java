/**
 * The listeners: HTTP/1 over TCP, TLS and unix-domain sockets with blocking calls. One virtual
 * thread accepts for a listener, one serves each connection; a timer cuts a connection that is too
 * slow, so nothing polls and an idle listener costs nothing. In: bytes. Out: exchanges for a {@link
 * dev.jubelet.server.http.Handler}.
 */
@NullMarked
package dev.jubelet.server.listener;

import org.jspecify.annotations.NullMarked;
