@NullMarked
package dev.jubelet.edge.systemd;

import org.jspecify.annotations.NullMarked;
