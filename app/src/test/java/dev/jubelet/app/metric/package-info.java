/** Tests of the agent's meters. */
@NullMarked
package dev.jubelet.app.metric;

import org.jspecify.annotations.NullMarked;
