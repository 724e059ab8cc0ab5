@NullMarked
package dev.jubelet.volume.iscsi;

import org.jspecify.annotations.NullMarked;
