/**
 * What a configuration must satisfy before the process touches anything. Pure functions from a
 * configuration (and facts about the host) to problems; they report all problems, never only the
 * first.
 */
@NullMarked
package dev.jubelet.app.config.rule;

import org.jspecify.annotations.NullMarked;
