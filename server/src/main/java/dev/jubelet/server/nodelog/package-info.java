/**
 * The node's own logs: the files below one directory, and questions to the journal. In: requests of
 * the main server. Out: files, listings and what the journal's program prints; nothing outside the
 * directory. Runs on the connection's thread; upstream counterpart: the kubelet's log server.
 */
@NullMarked
package dev.jubelet.server.nodelog;

import org.jspecify.annotations.NullMarked;
