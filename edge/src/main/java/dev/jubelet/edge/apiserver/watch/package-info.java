/**
 * Keeps up with a selection of objects for as long as somebody cares. In: a selection. Out: first
 * the whole list, then every change; after a gap the whole list again. One lane for each selection;
 * upstream: client-go's reflector.
 */
@NullMarked
package dev.jubelet.edge.apiserver.watch;

import org.jspecify.annotations.NullMarked;
