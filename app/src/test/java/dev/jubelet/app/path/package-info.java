@NullMarked
package dev.jubelet.app.path;

import org.jspecify.annotations.NullMarked;
