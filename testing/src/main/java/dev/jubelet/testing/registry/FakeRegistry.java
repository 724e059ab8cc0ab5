package dev.jubelet.testing.registry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A registry on the loopback address, in plain HTTP, which runtimes accept there without more
 * configuration.
 *
 * <p>Thread: the server's, one virtual thread per request. Owns: its port and what was pushed.
 */
public final class FakeRegistry implements AutoCloseable {
  private static final Pattern PATH = Pattern.compile("/v2/(.+)/(manifests|blobs)/([^/]+)");
  private static final String MANIFEST_TYPE = "application/vnd.oci.image.manifest.v1+json";

  /** What is wrong with a repository. */
  public sealed interface Fault {
    /** Every answer has this status. */
    record Status(int status, Map<String, String> headers) implements Fault {}

    /** The image's own layer is other than its digest says. */
    record WrongLayer() implements Fault {}

    /** The image's own layer ends in the middle. */
    record ShortLayer() implements Fault {}

    /** The image's own layer comes when the latch is open; {@code asked} says it was asked for. */
    record HeldLayer(CountDownLatch asked, CountDownLatch goOn) implements Fault {}
  }

  private record Repository(RegistryImage image, RegistryAccess access, Optional<Fault> fault) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Repository> repositories = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  private FakeRegistry(HttpServer server) {
    this.server = server;
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  public static FakeRegistry start() {
    try {
      return new FakeRegistry(
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Host and port, as the beginning of an image's name. */
  public String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** Serves an image under every tag of a repository. Returns the repository's whole name. */
  public String push(String repository, RegistryImage image, RegistryAccess access) {
    repositories.put(repository, new Repository(image, access, Optional.empty()));
    return address() + "/" + repository;
  }

  /** The repository's image stays, and something is wrong with it from now on. */
  public void breakWith(String repository, Fault fault) {
    repositories.computeIfPresent(
        repository,
        (name, known) -> new Repository(known.image(), known.access(), Optional.of(fault)));
  }

  public void heal(String repository) {
    repositories.computeIfPresent(
        repository,
        (name, known) -> new Repository(known.image(), known.access(), Optional.empty()));
  }

  /** From now on only these may read it. */
  public void guard(String repository, RegistryAccess access) {
    repositories.computeIfPresent(
        repository, (name, known) -> new Repository(known.image(), access, known.fault()));
  }

  /** Method, path and status of all requests so far. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      Matcher asked = PATH.matcher(path);
      if (path.equals("/token")) {
        token(exchange);
      } else if (path.equals("/v2/")) {
        answer(exchange, 200, new byte[0]);
      } else if (asked.matches() && repositories.containsKey(asked.group(1))) {
        serve(exchange, asked, repositories.get(asked.group(1)));
      } else {
        answer(exchange, 404, errors("NAME_UNKNOWN"));
      }
    }
  }

  private void token(HttpExchange exchange) throws IOException {
    for (Repository repository : repositories.values()) {
      if (repository.access() instanceof RegistryAccess.Token token && token.isOwner(exchange)) {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        answer(
            exchange,
            200,
            ("{\"token\":\"" + token.token() + "\",\"expires_in\":300}")
                .getBytes(StandardCharsets.UTF_8));
        return;
      }
    }
    answer(exchange, 401, errors("UNAUTHORIZED"));
  }

  private void serve(HttpExchange exchange, Matcher asked, Repository repository)
      throws IOException {
    Optional<String> challenge = repository.access().challenge(exchange, address(), asked.group(1));
    if (challenge.isPresent()) {
      exchange.getResponseHeaders().set("WWW-Authenticate", challenge.get());
      answer(exchange, 401, errors("UNAUTHORIZED"));
    } else if (repository.fault().orElse(null) instanceof Fault.Status fault) {
      fault.headers().forEach(exchange.getResponseHeaders()::set);
      answer(exchange, fault.status(), errors("DENIED"));
    } else if (asked.group(2).equals("manifests")) {
      manifest(exchange, repository.image());
    } else {
      blob(exchange, asked.group(3), repository);
    }
  }

  private void manifest(HttpExchange exchange, RegistryImage image) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", MANIFEST_TYPE);
    exchange.getResponseHeaders().set("Docker-Content-Digest", image.manifestDigest());
    answer(exchange, 200, image.manifest().toByteArray());
  }

  private void blob(HttpExchange exchange, String digest, Repository repository)
      throws IOException {
    byte[] blob = repository.image().blobs().get(digest);
    if (blob == null) {
      answer(exchange, 404, errors("BLOB_UNKNOWN"));
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", "application/octet-stream");
    Optional<Fault> fault =
        repository.fault().filter(_ -> digest.equals(repository.image().ownLayer()));
    switch (fault.orElse(null)) {
      case Fault.WrongLayer _ -> answer(exchange, 200, new byte[blob.length]);
      case Fault.ShortLayer _ -> {
        requests.add(line(exchange, 200));
        exchange.sendResponseHeaders(200, blob.length);
        exchange.getResponseBody().write(blob, 0, blob.length / 2);
      }
      case Fault.HeldLayer(CountDownLatch begun, CountDownLatch goOn) -> {
        begun.countDown();
        awaitOpen(goOn);
        answer(exchange, 200, blob);
      }
      case Fault.Status _ -> throw new IllegalStateException("answered before");
      case null -> answer(exchange, 200, blob);
    }
  }

  private static void awaitOpen(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException("closed", e);
    }
  }

  private void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    requests.add(line(exchange, status));
    boolean head = exchange.getRequestMethod().equals("HEAD");
    if (head) {
      exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
    }
    exchange.sendResponseHeaders(status, head || body.length == 0 ? -1 : body.length);
    if (!head && body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  private static String line(HttpExchange exchange, int status) {
    return exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath() + " " + status;
  }

  private static byte[] errors(String code) {
    return ("{\"errors\":[{\"code\":\"" + code + "\",\"message\":\"test registry says no\"}]}")
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
