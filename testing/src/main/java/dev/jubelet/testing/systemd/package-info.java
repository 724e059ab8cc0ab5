/** The service manager's side of what a service tells it. */
@NullMarked
package dev.jubelet.testing.systemd;

import org.jspecify.annotations.NullMarked;
