package dev.jubelet.pod.collect;

import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import java.time.Instant;

/** A sandbox as the runtime lists it. */
record ListedSandbox(String id, PodUid pod, PodKey key, boolean ready, Instant createdAt) {}
