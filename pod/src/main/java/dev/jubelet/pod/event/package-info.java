/**
 * Events for people: how the stages say them, where the newest are kept ({@link
 * dev.jubelet.pod.event.EventLog}) and how they reach an API server ({@link
 * dev.jubelet.pod.event.ApiEvents}). Upstream: the event recorder and its correlator.
 */
@NullMarked
package dev.jubelet.pod.event;

import org.jspecify.annotations.NullMarked;
