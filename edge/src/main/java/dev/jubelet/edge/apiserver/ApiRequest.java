package dev.jubelet.edge.apiserver;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** One request as it goes over the wire, but for who sends it. */
record ApiRequest(
    String method,
    String path,
    Map<String, String> query,
    Map<String, String> headers,
    Optional<Body> body) {

  /** What is sent along. */
  record Body(String contentType, HttpRequest.BodyPublisher content) {}

  static ApiRequest get(String path, Map<String, String> query) {
    return new ApiRequest("GET", path, query, Map.of(), Optional.empty());
  }

  static ApiRequest sending(String method, String path, Map<String, String> query, Body body) {
    return new ApiRequest(method, path, query, Map.of(), Optional.of(body));
  }

  /** The same, with a header that no request has by itself. */
  ApiRequest with(String header, String value) {
    return new ApiRequest(method, path, query, Map.of(header, value), body);
  }

  /** How much is sent along. */
  long size() {
    return body.map(b -> b.content().contentLength()).orElse(0L);
  }

  /** Whether sending it twice is the same as sending it once, and nothing changes at all. */
  boolean reading() {
    return method.equals("GET");
  }

  HttpRequest.Builder to(URI server) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(server + path + queryText()))
            .header("Accept", "application/json")
            .method(method, body.map(Body::content).orElseGet(HttpRequest.BodyPublishers::noBody));
    headers.forEach(builder::header);
    body.ifPresent(b -> builder.header("Content-Type", b.contentType()));
    return builder;
  }

  private String queryText() {
    return query.isEmpty()
        ? ""
        : query.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + encode(entry.getValue()))
            .collect(Collectors.joining("&", "?", ""));
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  /** What errors call it; queries may be long and add little. */
  String text() {
    return method + " " + path;
  }
}
