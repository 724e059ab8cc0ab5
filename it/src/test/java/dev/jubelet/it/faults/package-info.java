/** The agent while its runtime fails, hangs or lies, and while the agent itself is killed. */
@NullMarked
package dev.jubelet.it.faults;

import org.jspecify.annotations.NullMarked;
