/**
 * How the loops of the node call the API server: what they need of it, how long a call may take,
 * and when to try again. The client that answers is joined by the application.
 */
@NullMarked
package dev.jubelet.node.call;

import org.jspecify.annotations.NullMarked;
