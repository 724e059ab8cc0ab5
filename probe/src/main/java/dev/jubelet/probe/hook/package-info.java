/**
 * The hooks of a container's life: what its spec asks to be done right after it has started and
 * before it is stopped. Upstream: lifecycle handlers.
 */
@NullMarked
package dev.jubelet.probe.hook;

import org.jspecify.annotations.NullMarked;
