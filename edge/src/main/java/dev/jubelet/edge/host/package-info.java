/**
 * The Linux machine below the agent: calls through java.lang.foreign and facts from {@code /proc}.
 *
 * <p>In: paths. Out: plain records and callbacks. A foreign call that may block runs on a platform
 * thread of its own.
 */
@NullMarked
package dev.jubelet.edge.host;

import org.jspecify.annotations.NullMarked;
