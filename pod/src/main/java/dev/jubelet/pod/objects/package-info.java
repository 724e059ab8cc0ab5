/**
 * The config maps and secrets that this node has without an API server.
 *
 * <p>Beside the stages. In: the objects of each source's snapshot. Out: {@link
 * dev.jubelet.pod.model.ObjectValues}. Upstream: none; there only an API server has objects.
 */
@NullMarked
package dev.jubelet.pod.objects;

import org.jspecify.annotations.NullMarked;
