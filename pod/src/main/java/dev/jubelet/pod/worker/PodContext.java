package dev.jubelet.pod.worker;

import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What the states of one pod have in common.
 *
 * @param nameIsFree whether no older pod of the same name is here
 * @param ended is told that what the pod took of the node is free for others
 */
record PodContext(
    PodUid uid,
    PodKey key,
    PodServices services,
    Mailbox mailbox,
    KillCalls kills,
    Waits waits,
    PodReading reading,
    PodReporter reporter,
    BooleanSupplier nameIsFree,
    Consumer<PodUid> ended) {}
