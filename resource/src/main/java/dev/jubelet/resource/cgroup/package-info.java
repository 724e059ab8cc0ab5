/**
 * The cgroups that the agent itself makes: the one of all pods, those of the classes, one for each
 * pod, and what it holds the operator's own cgroups to. Values come from the pure rules ({@link
 * dev.jubelet.resource.cgroup.PodCgroupRules}, {@link dev.jubelet.resource.cgroup.NodeCgroupRules},
 * {@link dev.jubelet.resource.cgroup.CgroupWrites}, {@link
 * dev.jubelet.resource.cgroup.SliceProperties}); {@link dev.jubelet.resource.cgroup.Cgroups} puts
 * them into the kernel's files and, where systemd owns the tree, into its units. Upstream:
 * container manager, QoS container manager, node container manager.
 */
@NullMarked
package dev.jubelet.resource.cgroup;

import org.jspecify.annotations.NullMarked;
