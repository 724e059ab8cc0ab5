/**
 * Turns the bytes of a manifest into pods: YAML or JSON, strict about types, defaulted as the API
 * server would and validated with all problems at once.
 *
 * <p>Stage 1, used by the sources. In: bytes. Out: {@link Manifest} or {@link ManifestException}.
 * Pure, on the caller's thread. Upstream: the decoding half of the kubelet's config sources and the
 * core API's defaulting and validation.
 */
@NullMarked
package dev.jubelet.pod.manifest;

import org.jspecify.annotations.NullMarked;
