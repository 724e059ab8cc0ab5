/**
 * Which users of the node stand behind those of a pod with a user namespace of its own. Upstream:
 * the user namespace manager.
 */
@NullMarked
package dev.jubelet.resource.userns;

import org.jspecify.annotations.NullMarked;
