@NullMarked
package dev.jubelet.app.node;

import org.jspecify.annotations.NullMarked;
