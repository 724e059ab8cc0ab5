/**
 * What the agent may keep in memory, and how memory it no longer needs goes back to the machine.
 */
@NullMarked
package dev.jubelet.app.memory;

import org.jspecify.annotations.NullMarked;
