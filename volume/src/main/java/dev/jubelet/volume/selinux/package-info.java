/**
 * SELinux labels that volumes are mounted with, so that nobody has to change the label of each file
 * in them. In: what the containers of a pod say of labels, the volume and its plugin. Out: the
 * label of its mount, or that pods want different ones. Upstream: the desired state of the volume
 * manager, KEP 1710.
 */
@NullMarked
package dev.jubelet.volume.selinux;

import org.jspecify.annotations.NullMarked;
