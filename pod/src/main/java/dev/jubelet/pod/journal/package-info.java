/**
 * The offline journal: the accepted pods of an API server, and exactly what they use besides
 * themselves, kept encrypted on this machine, so that they start again after a reboot without the
 * API server.
 *
 * <p>Beside the stages. In: accepted pods, lists of the API server, answers to what pods asked for.
 * Out: provisional pods, and the same answers while the API server is away. One lane writes.
 * Upstream: none.
 */
@NullMarked
package dev.jubelet.pod.journal;

import org.jspecify.annotations.NullMarked;
