/** Tests of the cgroups that the agent makes. */
@NullMarked
package dev.jubelet.resource.cgroup;

import org.jspecify.annotations.NullMarked;
