/**
 * The node's certificates: asked for at the API server, kept in the certificate directory, renewed
 * in time. In: a subject and a signer. Out: files that connections and the server read. Loaded only
 * where bootstrap or rotation is configured; upstream: the certificate manager.
 */
@NullMarked
package dev.jubelet.edge.apiserver.certificate;

import org.jspecify.annotations.NullMarked;
