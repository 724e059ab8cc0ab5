/** Tests of the pages of metrics. */
@NullMarked
package dev.jubelet.server.metric;

import org.jspecify.annotations.NullMarked;
