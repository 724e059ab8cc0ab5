package dev.jubelet.server.logs;

import dev.jubelet.server.http.Query;
import dev.jubelet.server.http.Refusal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a log is wanted, and how.
 *
 * @param since lines with an earlier time are left out; null for all
 * @param tailLines so many physical lines from the end; null for all
 * @param limitBytes the most bytes to answer; null for no limit
 * @param streams what the container wrote where
 */
record LogQuery(
    boolean follow,
    boolean previous,
    boolean timestamps,
    @Nullable Instant since,
    @Nullable Long tailLines,
    @Nullable Long limitBytes,
    Streams streams) {

  /** The streams of a container that a log tells apart. */
  public enum Streams {
    ALL("All"),
    STDOUT("Stdout"),
    STDERR("Stderr");

    private final String wireName;

    Streams(String wireName) {
      this.wireName = wireName;
    }

    /** Null for what is no name of any. */
    static @Nullable Streams named(String name) {
      for (Streams some : values()) {
        if (some.wireName.equals(name)) {
          return some;
        }
      }
      return null;
    }
  }

  /** Of all streams. */
  public LogQuery(
      boolean follow,
      boolean previous,
      boolean timestamps,
      @Nullable Instant since,
      @Nullable Long tailLines,
      @Nullable Long limitBytes) {
    this(follow, previous, timestamps, since, tailLines, limitBytes, Streams.ALL);
  }

  /**
   * Reads the query of a request; what cannot be read is refused with 400, nonsense with 422.
   *
   * @param splits whether one stream can be asked for
   */
  static LogQuery parse(Query query, Instant now, boolean splits) {
    Long sinceSeconds = number(query, "sinceSeconds");
    Instant sinceTime = time(query, "sinceTime");
    Long tail = tailLines(query);
    Long limit = number(query, "limitBytes");
    Streams streams = Streams.named(query.first("stream").orElse("All"));
    boolean valid =
        atLeast(sinceSeconds, 1)
            && atLeast(tail, 0)
            && atLeast(limit, 1)
            && (sinceSeconds == null || sinceTime == null)
            && (streams == Streams.ALL || (splits && tail == null));
    if (!valid || streams == null) {
      throw new Refusal(422, "{\"message\": \"Invalid request.\"}");
    }
    return new LogQuery(
        flag(query, "follow"),
        flag(query, "previous"),
        flag(query, "timestamps"),
        sinceSeconds == null ? sinceTime : now.minusSeconds(sinceSeconds),
        tail,
        limit,
        streams);
  }

  /** {@code tail} is the old name of {@code tailLines} and wins over it. */
  private static @Nullable Long tailLines(Query query) {
    String old = query.first("tail").orElse("");
    if (old.equals("all")) {
      return null;
    }
    return old.isEmpty() ? number(query, "tailLines") : number(query, "tail");
  }

  private static boolean atLeast(@Nullable Long value, long least) {
    return value == null || value >= least;
  }

  /** Present means yes unless it says no. */
  private static boolean flag(Query query, String name) {
    return query.first(name).map(v -> !v.equals("0") && !v.equalsIgnoreCase("false")).orElse(false);
  }

  private static @Nullable Long number(Query query, String name) {
    String text = query.first(name).orElse(null);
    try {
      return text == null ? null : Long.valueOf(text);
    } catch (NumberFormatException e) {
      throw undecodable();
    }
  }

  private static @Nullable Instant time(Query query, String name) {
    String text = query.first(name).orElse("");
    try {
      return text.isEmpty() ? null : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw undecodable();
    }
  }

  private static Refusal undecodable() {
    return new Refusal(400, "{\"message\": \"Unable to decode query.\"}");
  }
}
