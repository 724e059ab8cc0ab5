/** Tests of the metrics and their text. */
@NullMarked
package dev.jubelet.base.metric;

import org.jspecify.annotations.NullMarked;
