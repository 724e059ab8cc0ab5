/**
 * Volumes that are attached to the node before they can be used here, mostly by controllers, which
 * may take them away only when the node says that it no longer uses them. In: the Node object,
 * volumes that pods begin and cease to use. Out: what the Node object is to say, and pods to wake.
 */
@NullMarked
package dev.jubelet.volume.attach;

import org.jspecify.annotations.NullMarked;
