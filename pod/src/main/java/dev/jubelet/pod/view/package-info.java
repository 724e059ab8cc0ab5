/**
 * The pods of this node for those who only look: servers, metrics, the CLI.
 *
 * <p>Beside the stages. In: what the sync loop wants, what the workers do and what was reported.
 * Out: pods with their newest status. Any thread; nothing is changed here. Upstream: the pod
 * manager together with the status manager's cache.
 */
@NullMarked
package dev.jubelet.pod.view;

import org.jspecify.annotations.NullMarked;
