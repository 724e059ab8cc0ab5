/**
 * The server's side of WebSocket (RFC 6455) with blocking calls: the handshake, messages in pieces,
 * and a connection that is a plain stream of bytes inside. No extensions.
 */
@NullMarked
package dev.jubelet.server.websocket;

import org.jspecify.annotations.NullMarked;
