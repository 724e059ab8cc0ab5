package dev.jubelet.edge.apiserver;

import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigCluster;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Which proxy leads to a cluster: the kubeconfig's, else the one that the environment names in the
 * way of Unix tools (HTTPS_PROXY, HTTP_PROXY, NO_PROXY; lower case counts too). Never the JVM's.
 * Pure.
 */
final class ProxyChoice {
  private ProxyChoice() {}

  static ProxySelector of(KubeconfigCluster cluster, Map<String, String> environment) {
    return cluster
        .proxy()
        .or(() -> fromEnvironment(cluster.server(), environment))
        .map(uri -> new InetSocketAddress(uri.getHost(), uri.getPort() < 0 ? 80 : uri.getPort()))
        .map(ProxySelector::of)
        .orElse(HttpClient.Builder.NO_PROXY);
  }

  static Optional<URI> fromEnvironment(URI server, Map<String, String> environment) {
    String scheme = server.getScheme().toUpperCase(Locale.ROOT);
    return value(environment, scheme + "_PROXY")
        .filter(_ -> !excepted(server, value(environment, "NO_PROXY").orElse("")))
        .map(text -> URI.create(text.contains("://") ? text : "http://" + text))
        .map(ProxyChoice::supported);
  }

  private static Optional<String> value(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name))
        .or(() -> Optional.ofNullable(environment.get(name.toLowerCase(Locale.ROOT))))
        .filter(text -> !text.isBlank());
  }

  private static URI supported(URI proxy) {
    if (!"http".equals(proxy.getScheme()) || proxy.getHost() == null) {
      throw new ApiException(
          ApiException.Kind.CREDENTIALS,
          "the environment names the proxy " + proxy + "; only http://host:port is supported");
    }
    return proxy;
  }

  private static boolean excepted(URI server, String exceptions) {
    String host = server.getHost().toLowerCase(Locale.ROOT).replaceAll("[\\[\\]]", "");
    if (host.equals("localhost") || host.startsWith("127.") || host.equals("::1")) {
      return true;
    }
    for (String exception : exceptions.toLowerCase(Locale.ROOT).split(",", -1)) {
      if (matches(host, server.getPort(), exception.strip())) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(String host, int port, String exception) {
    if (exception.isEmpty()) {
      return false;
    }
    if (exception.equals("*") || exception.equals(host) || exception.equals(host + ":" + port)) {
      return true;
    }
    if (exception.contains("/")) {
      return AddressRange.contains(exception, host);
    }
    String domain = exception.replaceFirst("^\\*?\\.?", ".");
    return host.endsWith(domain);
  }
}
