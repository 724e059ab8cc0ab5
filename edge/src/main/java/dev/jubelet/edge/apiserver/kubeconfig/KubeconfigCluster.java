package dev.jubelet.edge.apiserver.kubeconfig;

import java.net.URI;
import java.util.Optional;

/**
 * Where the API server is and how to know that it is the right one.
 *
 * @param server its address without a trailing slash
 * @param authority certificates to trust instead of the machine's
 * @param serverName the name to expect in its certificate instead of the address's host
 * @param unverified whether any certificate will do
 * @param proxy an HTTP proxy to go through
 */
public record KubeconfigCluster(
    URI server,
    Optional<PemSource> authority,
    Optional<String> serverName,
    boolean unverified,
    Optional<URI> proxy) {}
