/**
 * Connections that leave HTTP: exec, attach and port-forward are carried between a client and the
 * runtime's own streaming server. In: an exchange and the URL that the runtime gave. Out: bytes,
 * both ways, until one side ends.
 *
 * <p>Two virtual threads a session; upstream counterpart: the kubelet's use of an upgrade-aware
 * proxy. No other package of the server is imported but {@code http} and {@code websocket}.
 */
@NullMarked
package dev.jubelet.server.stream;

import org.jspecify.annotations.NullMarked;
