package dev.jubelet.server.nodelog;

import dev.jubelet.edge.systemd.JournalReader;
import dev.jubelet.server.http.Query;
import dev.jubelet.server.http.Refusal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A question about the logs of the node's services. What is null was not asked for.
 *
 * @param services by their names
 * @param files names with a slash
 */
record NodeLogQuery(List<String> services, List<String> files, Options options) {

  /** What can be wanted of a service's log. */
  record Options(
      @Nullable Instant since,
      @Nullable Instant until,
      @Nullable Integer tailLines,
      @Nullable Integer boot,
      @Nullable String pattern) {
    static final Options NONE = new Options(null, null, null, null, null);
  }

  /**
   * Reads a request; empty when it asks nothing of this kind.
   *
   * @throws Refusal with 400 when a value cannot be read
   */
  static Optional<NodeLogQuery> parse(Query query) {
    QueryErrors errors = new QueryErrors();
    List<String> asked = query.all("query");
    List<String> files = asked.stream().filter(NodeLogQuery::isFile).toList();
    List<String> services =
        asked.stream().filter(name -> !isFile(name) && !name.isBlank()).toList();
    if (query.has("query") && files.isEmpty() && services.isEmpty()) {
      errors.invalid("query", QueryErrors.list(asked), "query cannot be empty");
    }
    Options options =
        new Options(
            time(query, "sinceTime", errors),
            time(query, "untilTime", errors),
            number(query, "tailLines", errors),
            number(query, "boot", errors),
            query.first("pattern").filter(text -> !text.isEmpty()).orElse(null));
    errors.refuse(400);
    NodeLogQuery read = new NodeLogQuery(services, files, options);
    boolean asksNothing = asked.isEmpty() && options.equals(Options.NONE);
    return asksNothing ? Optional.empty() : Optional.of(read);
  }

  /** A service is never called so. */
  private static boolean isFile(String name) {
    return name.indexOf('/') >= 0 || name.indexOf('\\') >= 0;
  }

  private static @Nullable Instant time(Query query, String name, QueryErrors errors) {
    String text = query.first(name).orElse("");
    if (text.isEmpty()) {
      return null;
    }
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      errors.invalid(name, QueryErrors.quoted(text), "invalid time format");
      return null;
    }
  }

  private static @Nullable Integer number(Query query, String name, QueryErrors errors) {
    String text = query.first(name).orElse("");
    if (text.isEmpty()) {
      return null;
    }
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException e) {
      errors.invalid(
          name,
          QueryErrors.quoted(text),
          "strconv.Atoi: parsing %s: invalid syntax".formatted(QueryErrors.quoted(text)));
      return null;
    }
  }

  /** The same for those of the services that write to the journal. */
  JournalReader.Selection inJournal(List<String> units) {
    return new JournalReader.Selection(
        units,
        options.since(),
        options.until(),
        options.tailLines(),
        options.pattern(),
        options.boot());
  }
}
