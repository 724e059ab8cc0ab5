/**
 * Keeps the Node object and its lease alive. In: observations and wakes. Out: calls to the API
 * server, events. One lane each for registration, status and lease. Upstream: node status sync,
 * node lease controller.
 */
@NullMarked
package dev.jubelet.node.loop;

import org.jspecify.annotations.NullMarked;
