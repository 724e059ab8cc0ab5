/**
 * Suites that need what not every machine has: kernel modules for shares and disks on the network,
 * security modules, systemd. Each skips itself with a sentence where something is missing; {@code
 * ./test-machine} runs them all in an emulated machine that has everything.
 */
@NullMarked
package dev.jubelet.it.machine;

import org.jspecify.annotations.NullMarked;
