package dev.jubelet.probe.check;

import dev.jubelet.probe.http.HttpRequest;
import dev.jubelet.probe.http.HttpTarget;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import java.util.List;
import java.util.Objects;

/** The request that an httpGet of a spec stands for. Pure. */
public final class HttpGets {

  private HttpGets() {}

  public static HttpRequest request(
      HTTPGetAction get, Container container, String podIp, String userAgent)
      throws Ports.UnknownPortException {
    int port = Ports.resolve(get.getPort(), container);
    String host = get.getHost() == null || get.getHost().isEmpty() ? podIp : get.getHost();
    boolean tls = "https".equalsIgnoreCase(get.getScheme());
    String path = Objects.requireNonNullElse(get.getPath(), "/");
    List<HttpRequest.Header> headers =
        get.getHttpHeaders().stream()
            .map(
                header ->
                    new HttpRequest.Header(
                        header.getName(), Objects.requireNonNullElse(header.getValue(), "")))
            .toList();
    return HttpRequest.of(HttpTarget.of(tls, host, port, path), headers, userAgent);
  }
}
