/** Events for people: how the stages say them and where they are kept. */
@NullMarked
package dev.jubelet.pod.event;

import org.jspecify.annotations.NullMarked;
