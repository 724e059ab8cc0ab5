/**
 * Looking into the running process: its threads, what fills its heap, recordings of what it does,
 * and how much it logs. In place of upstream's Go profiles, behind the same paths and rights; what
 * these pages need of the JDK is loaded when first asked for.
 */
@NullMarked
package dev.jubelet.server.debug;

import org.jspecify.annotations.NullMarked;
