/**
 * Where desired pods come from: manifests in files and at a URL, and the API server.
 *
 * <p>Stage 1 of 11. In: bytes of manifests, a watch. Out: complete snapshots of what each source
 * wants, the first only after a complete reading. One lane per source. Upstream: the kubelet's
 * config sources.
 */
@NullMarked
package dev.jubelet.pod.source;

import org.jspecify.annotations.NullMarked;
