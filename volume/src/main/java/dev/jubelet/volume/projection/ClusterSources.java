package dev.jubelet.volume.projection;

import java.util.Optional;

/**
 * Where the files come from that only an API server can give.
 *
 * @param tokens of service accounts
 * @param trust bundles of the cluster; empty when not wanted
 * @param certificates of pods; empty when not wanted
 */
public record ClusterSources(
    Optional<PodTokens> tokens,
    Optional<TrustBundles> trust,
    Optional<PodCertificates> certificates) {
  /** Of a node without an API server. */
  public static final ClusterSources NONE =
      new ClusterSources(Optional.empty(), Optional.empty(), Optional.empty());

  /** Every API server gives tokens. */
  public boolean inCluster() {
    return tokens.isPresent();
  }
}
