/** The pages of the agent's own metrics, and what the servers count of themselves. */
@NullMarked
package dev.jubelet.server.metric;

import org.jspecify.annotations.NullMarked;
