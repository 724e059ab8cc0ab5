/** What the servers show of the agent. */
@NullMarked
package dev.jubelet.app.view;

import org.jspecify.annotations.NullMarked;
