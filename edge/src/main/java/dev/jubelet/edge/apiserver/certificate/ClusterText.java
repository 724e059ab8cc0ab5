package dev.jubelet.edge.apiserver.certificate;

import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigCluster;
import dev.jubelet.edge.apiserver.kubeconfig.PemSource;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Writes the cluster of a kubeconfig. Pure. */
final class ClusterText {
  private ClusterText() {}

  /** Lines with an indentation of four. */
  static String of(KubeconfigCluster cluster) {
    StringBuilder text = new StringBuilder();
    line(text, "server", quoted(cluster.server().toString()));
    cluster
        .authority()
        .ifPresent(
            authority -> {
              switch (authority) {
                case PemSource.InFile file ->
                    line(text, "certificate-authority", quoted(file.path().toString()));
                case PemSource.Inline inline ->
                    line(text, "certificate-authority-data", base64(inline.text()));
              }
            });
    cluster.serverName().ifPresent(name -> line(text, "tls-server-name", quoted(name)));
    cluster.proxy().ifPresent(proxy -> line(text, "proxy-url", quoted(proxy.toString())));
    if (cluster.unverified()) {
      line(text, "insecure-skip-tls-verify", "true");
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String field, String value) {
    text.append("    ").append(field).append(": ").append(value).append('\n');
  }

  private static String base64(String content) {
    return Base64.getEncoder().encodeToString(content.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** As YAML quotes it. */
  static String quoted(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
