/** Running one manifest on the local agent and showing how it comes up. */
@NullMarked
package dev.jubelet.cli.run;

import org.jspecify.annotations.NullMarked;
