/**
 * The nouns that cross the stages of a pod's path: records, enums and sealed interfaces, nothing
 * that acts.
 */
@NullMarked
package dev.jubelet.pod.model;

import org.jspecify.annotations.NullMarked;
