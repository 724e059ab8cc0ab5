@NullMarked
package dev.jubelet.volume.selinux;

import org.jspecify.annotations.NullMarked;
