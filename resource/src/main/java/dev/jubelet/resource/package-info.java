/**
 * What a pod may use of the machine: the formulas that turn requests and limits into what the
 * runtime is told, names and removal of the pods' cgroups, and what of the machine is left for
 * pods. The formulas are pure; only {@link dev.jubelet.resource.PodCgroups}, {@link
 * dev.jubelet.resource.CgroupMounts}, {@link dev.jubelet.resource.NodeCapacity} and {@link
 * dev.jubelet.resource.AgentOomScore} touch files. Upstream: container manager, QoS policy.
 */
@NullMarked
package dev.jubelet.resource;

import org.jspecify.annotations.NullMarked;
