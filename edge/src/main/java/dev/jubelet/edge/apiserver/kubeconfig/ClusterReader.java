package dev.jubelet.edge.apiserver.kubeconfig;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Reads the {@code cluster} of a kubeconfig entry. */
final class ClusterReader {
  private static final Set<String> KNOWN =
      Set.of(
          "server",
          "certificate-authority",
          "certificate-authority-data",
          "tls-server-name",
          "insecure-skip-tls-verify",
          "proxy-url",
          "disable-compression",
          "extensions");

  private final PemSourceReader materials;

  ClusterReader(Path directory) {
    this.materials = new PemSourceReader(directory);
  }

  KubeconfigCluster read(Fields cluster) {
    KubeconfigReader.warnOf(cluster.othersThan(KNOWN));
    Optional<PemSource> authority = materials.read(cluster, "certificate-authority");
    boolean unverified = cluster.flag("insecure-skip-tls-verify");
    if (unverified && authority.isPresent()) {
      throw Fields.invalid(
          cluster.place("insecure-skip-tls-verify")
              + " and certificate-authority exclude one another");
    }
    return new KubeconfigCluster(
        server(cluster), authority, cluster.text("tls-server-name"), unverified, proxy(cluster));
  }

  private static URI server(Fields cluster) {
    String place = cluster.place("server");
    String text = cluster.requiredText("server");
    // Upstream's clients take a bare host:port too, and speak plain HTTP to it.
    URI uri = uri(place, text.contains("://") ? text : "http://" + text);
    String scheme = uri.getScheme();
    if ((!"https".equals(scheme) && !"http".equals(scheme)) || uri.getHost() == null) {
      throw Fields.invalid(place + " is \"" + text + "\", expected https://host:port");
    }
    return uri;
  }

  /** The JDK's client speaks to HTTP proxies only, in plain text up to the CONNECT. */
  private static Optional<URI> proxy(Fields cluster) {
    String place = cluster.place("proxy-url");
    Optional<URI> proxy = cluster.text("proxy-url").map(text -> uri(place, text));
    proxy
        .filter(uri -> !"http".equals(uri.getScheme()) || uri.getHost() == null)
        .ifPresent(
            uri -> {
              throw new KubeconfigException(
                  KubeconfigException.Kind.UNSUPPORTED,
                  place + " is \"" + uri + "\"; only http://host:port is supported",
                  null);
            });
    return proxy;
  }

  private static URI uri(String place, String text) {
    try {
      return new URI(text.replaceAll("/+$", ""));
    } catch (URISyntaxException e) {
      throw new KubeconfigException(
          KubeconfigException.Kind.INVALID, place + " is not a URL: " + e.getMessage(), e);
    }
  }
}
