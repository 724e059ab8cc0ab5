package dev.jubelet.server.nodelog;

import dev.jubelet.base.Timers;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.http.Router;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code /logs/}: the files of a directory, and questions about services where they are allowed.
 *
 * <p>Thread: the connection's; immutable.
 */
public final class NodeLogPages {
  private static final String PREFIX = "/logs/";

  private final FileServer files;
  private final QueryRules rules;
  private final @Nullable ServiceLogs services;

  private NodeLogPages(LogTree tree, @Nullable ServiceLogs services) {
    this.files = new FileServer(tree);
    this.rules = new QueryRules(tree);
    this.services = services;
  }

  /** Only the files. */
  public static NodeLogPages files(Path directory) {
    return new NodeLogPages(new LogTree(directory), null);
  }

  /**
   * The files, and questions.
   *
   * @param journalProgram what reads the journal
   */
  public static NodeLogPages filesAndQueries(Path directory, String journalProgram, Timers timers) {
    LogTree tree = new LogTree(directory);
    return new NodeLogPages(tree, new ServiceLogs(tree, journalProgram, timers));
  }

  public void addTo(Router.Builder routes) {
    routes.get("/logs", this::answer);
    routes.get("/logs/*", this::answer);
  }

  /** The same paths, for a node that shows nothing. */
  public static void addDisabled(Router.Builder routes) {
    routes.any("/logs/*", exchange -> exchange.text(405, "logs endpoint is disabled.\n"));
    routes.any("/logs", exchange -> exchange.text(405, "logs endpoint is disabled.\n"));
  }

  private void answer(Exchange exchange) throws IOException {
    String raw = exchange.request().rawPath();
    String path = path(raw);
    Optional<NodeLogQuery> query =
        services == null ? Optional.empty() : NodeLogQuery.parse(exchange.request().query());
    if (query.isPresent() && services != null) {
      question(exchange, path, query.get(), services);
    } else if (raw.equals("/logs")) {
      exchange.response().status(301).header("Location", PREFIX).send(new byte[0]);
    } else {
      files.answer(exchange, path);
    }
  }

  private void question(
      Exchange exchange, String path, NodeLogQuery query, ServiceLogs fromServices)
      throws IOException {
    if (!path.isEmpty()) {
      throw new Refusal(406, "path not allowed in query mode\n");
    }
    rules.check(query);
    if (query.services().isEmpty()) {
      String file = query.files().getFirst().replace('\\', '/');
      files.answer(exchange, file.substring(file.startsWith("/") ? 1 : 0));
    } else {
      fromServices.answer(exchange, query);
    }
  }

  /** What stands behind the prefix; a slash or zero byte inside a piece is in no name of a file. */
  private static String path(String raw) {
    List<String> pieces = Exchange.segments(raw);
    if (pieces.stream().anyMatch(piece -> piece.indexOf('/') >= 0 || piece.indexOf('\0') >= 0)) {
      throw new Refusal(404, "404 page not found\n");
    }
    return String.join("/", pieces.subList(1, pieces.size()));
  }
}
