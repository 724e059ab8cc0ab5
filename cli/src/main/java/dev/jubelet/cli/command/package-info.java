/** The commands that look at the agent, and what they all are given. */
@NullMarked
package dev.jubelet.cli.command;

import org.jspecify.annotations.NullMarked;
