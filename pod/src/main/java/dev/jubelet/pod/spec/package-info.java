/**
 * What can be read from a pod's spec by arithmetic alone: what it asks for, how well it is to be
 * treated. Pure functions that several stages and modules need; upstream: component-helpers
 * resource and QoS.
 */
@NullMarked
package dev.jubelet.pod.spec;

import org.jspecify.annotations.NullMarked;
