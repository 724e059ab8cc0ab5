/**
 * Who may use an image that is on the machine already: what was pulled, and with whose credentials,
 * is noted on disk in upstream's format and place. In: pulls as they begin and end, and images that
 * are present. Out: use it, or pull it with the pod's own credentials. Whatever is unclear closes.
 * Runs on the thread of the pod that waits for the image; upstream: image pull manager.
 */
@NullMarked
package dev.jubelet.image.record;

import org.jspecify.annotations.NullMarked;
