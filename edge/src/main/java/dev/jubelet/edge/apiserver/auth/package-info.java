/**
 * Who we are to the API server, and whom we take for it. In: the cluster and the user of a
 * kubeconfig. Out: tokens for requests and TLS contexts for connections, both renewed when files
 * change or a plugin's credentials expire. Runs on the caller's thread, which may wait for a
 * plugin; upstream: client-go's transport and exec authenticator.
 */
@NullMarked
package dev.jubelet.edge.apiserver.auth;

import org.jspecify.annotations.NullMarked;
