package dev.jubelet.image.collect;

/**
 * A container that uses an image.
 *
 * @param reference the image's id, or a name of it
 * @param handler the runtime handler, empty when the container names none
 * @param pod as namespace/name; empty when the container is of no pod
 */
record ImageUse(String reference, String handler, String pod) {}
