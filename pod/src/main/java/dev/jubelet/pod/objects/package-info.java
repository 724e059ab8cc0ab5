/**
 * What pods use besides themselves: config maps and secrets of manifests ({@link
 * dev.jubelet.pod.objects.LocalObjects}) or of an API server ({@link
 * dev.jubelet.pod.objects.ApiObjects}).
 *
 * <p>Beside the stages. In: the objects of each source's snapshot, or watches. Out: {@link
 * dev.jubelet.pod.model.ObjectValues}, and which objects changed. Upstream: the managers of config
 * maps and secrets.
 */
@NullMarked
package dev.jubelet.pod.objects;

import org.jspecify.annotations.NullMarked;
