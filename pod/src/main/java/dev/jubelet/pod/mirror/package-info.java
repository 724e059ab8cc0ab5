/**
 * Mirror pods: what shows people at the API server the static pods of this node. In: the static
 * pods, the mirror pods of the API server, the Node's UID. Out: mirror pods created and deleted.
 * One lane; what to do is decided by pure functions. Upstream: the mirror client.
 */
@NullMarked
package dev.jubelet.pod.mirror;

import org.jspecify.annotations.NullMarked;
