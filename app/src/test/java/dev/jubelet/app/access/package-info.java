@NullMarked
package dev.jubelet.app.access;

import org.jspecify.annotations.NullMarked;
