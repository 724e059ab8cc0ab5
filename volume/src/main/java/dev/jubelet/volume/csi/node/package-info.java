/**
 * What the cluster is told of the drivers of this node: its CSINode object, and the annotation and
 * topology labels of its Node object. In: drivers that come and go. Out: objects of the API server.
 * Runs on a lane and on those of the drivers; upstream: nodeinfomanager.
 */
@NullMarked
package dev.jubelet.volume.csi.node;

import org.jspecify.annotations.NullMarked;
