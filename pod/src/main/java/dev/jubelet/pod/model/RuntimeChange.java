package dev.jubelet.pod.model;

import java.time.Instant;

/**
 * Something about a pod changed in the runtime at this time. It says that it is worth reading the
 * pod, never what is true. {@code gone} means that a sandbox or container was removed.
 */
public record RuntimeChange(PodUid uid, PodKey key, Instant at, boolean gone) {}
