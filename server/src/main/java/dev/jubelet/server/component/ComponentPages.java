package dev.jubelet.server.component;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.jubelet.base.Timers;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.http.Router;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code /statusz} and {@code /flagz}: what runs here and with which flags, for people as text and
 * for programs as an object.
 *
 * <p>Thread: any; immutable.
 */
public final class ComponentPages {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String GROUP = "config.k8s.io/";
  private static final String DISCLAIMER =
      "Warning: This endpoint is not meant to be machine parseable, has no formatting"
          + " compatibility guarantees and is for debugging purposes only.";
  private static final List<String> PATHS =
      List.of("/configz", "/debug", "/flagz", "/healthz", "/metrics", "/statusz");
  private static final DateTimeFormatter STARTED =
      DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss 'UTC' yyyy", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Facts facts;
  private final Timers timers;

  /** The component; {@code flags} by name, with no secret in them. */
  public record Facts(
      String name,
      Instant startedAt,
      String platformVersion,
      String binaryVersion,
      String emulationVersion,
      Map<String, String> flags) {}

  public ComponentPages(Facts facts, Timers timers) {
    this.facts = facts;
    this.timers = timers;
  }

  public void addTo(Router.Builder routes) {
    routes.get("/statusz", exchange -> answer(exchange, "Statusz", statusText(), this::status));
    routes.get("/flagz", exchange -> answer(exchange, "Flagz", flagText(), this::flags));
  }

  /** Writes the fields of an object after those that all objects have. */
  private interface Body {
    void write(JsonGenerator to) throws IOException;
  }

  private void answer(Exchange exchange, String kind, String text, Body body) throws IOException {
    String accept = exchange.request().header("Accept").orElse("");
    switch (StructuredAccept.of(accept, kind)) {
      case StructuredAccept.Text _ -> exchange.text(200, text);
      case StructuredAccept.Refused _ -> throw new Refusal(406, "Not Acceptable");
      case StructuredAccept.Structured(String type, String version) -> {
        if (!version.equals(StructuredAccept.CURRENT)) {
          exchange
              .response()
              .header(
                  "Warning",
                  "299 - \"%s%s %s is deprecated, use %s\""
                      .formatted(GROUP, version, kind, StructuredAccept.CURRENT));
        }
        exchange
            .response()
            .status(200)
            .header("Content-Type", type)
            .send(object(kind, version, body));
      }
    }
  }

  private byte[] object(String kind, String version, Body body) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator to = JSON.createGenerator(out)) {
      to.writeStartObject();
      to.writeStringField("kind", kind);
      to.writeStringField("apiVersion", GROUP + version);
      to.writeObjectFieldStart("metadata");
      to.writeStringField("name", facts.name());
      to.writeEndObject();
      body.write(to);
      to.writeEndObject();
    }
    return out.toByteArray();
  }

  private void status(JsonGenerator to) throws IOException {
    to.writeStringField("startTime", facts.startedAt().truncatedTo(ChronoUnit.SECONDS).toString());
    to.writeNumberField("uptimeSeconds", uptime().toSeconds());
    to.writeStringField("goVersion", facts.platformVersion());
    to.writeStringField("binaryVersion", facts.binaryVersion());
    to.writeStringField("emulationVersion", facts.emulationVersion());
    to.writeArrayFieldStart("paths");
    for (String path : PATHS) {
      to.writeString(path);
    }
    to.writeEndArray();
  }

  private void flags(JsonGenerator to) throws IOException {
    to.writeObjectFieldStart("flags");
    for (Map.Entry<String, String> flag : facts.flags().entrySet()) {
      to.writeStringField(flag.getKey(), flag.getValue());
    }
    to.writeEndObject();
  }

  private String statusText() {
    Duration up = uptime();
    return """

        %s statusz
        %s

        Started: %s
        Up: %d hr %02d min %02d sec
        Go version: %s
        Binary version: %s
        Emulation version: %s
        Paths: %s
        """
        .formatted(
            facts.name(),
            DISCLAIMER,
            STARTED.format(facts.startedAt()),
            up.toHours(),
            up.toMinutesPart(),
            up.toSecondsPart(),
            facts.platformVersion(),
            facts.binaryVersion(),
            facts.emulationVersion(),
            String.join(" ", PATHS));
  }

  private String flagText() {
    StringBuilder text = new StringBuilder("\n" + facts.name() + " flagz\n" + DISCLAIMER + "\n\n");
    facts
        .flags()
        .forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
    return text.toString();
  }

  private Duration uptime() {
    return Duration.between(facts.startedAt(), timers.now());
  }
}
