/** The service manager of the machine, where there is one, through its own socket. */
@NullMarked
package dev.jubelet.edge.systemd;

import org.jspecify.annotations.NullMarked;
