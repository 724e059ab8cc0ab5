/** The agent as a member of a cluster: what joins the API server with the node and its pods. */
@NullMarked
package dev.jubelet.app.cluster;

import org.jspecify.annotations.NullMarked;
