/**
 * Plugins that announce themselves by a socket in the registry directory: storage drivers, device
 * plugins, resource drivers. In: sockets that come and go. Out: calls of the handler of the
 * plugin's type. Runs on lanes, one for each socket; upstream: plugin manager.
 */
@NullMarked
package dev.jubelet.edge.plugin;

import org.jspecify.annotations.NullMarked;
