package dev.jubelet.server.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** The fast way through a log answers what the plain way answers. */
class LogReferencePropertiesTest {
  private static final Instant NOON = Instant.parse("2026-02-28T12:00:00.5Z");

  @Provide
  Arbitrary<String> times() {
    Arbitrary<String> days =
        Arbitraries.of("2026-02-28", "2026-02-27", "2026-03-01", "2024-02-29", "2026-02-30");
    Arbitrary<String> clocks =
        Arbitraries.of(
            "T12:00:00", "T11:59:59", "T14:00:01", "T23:59:59", "T24:00:00", "T07:60:00");
    Arbitrary<String> digits = Arbitraries.strings().numeric().ofMaxLength(10);
    Arbitrary<String> zones =
        Arbitraries.of("Z", "+02:00", "-05:30", "+00:00", "-00:00", "+18:00", "+19:00", "z", "");
    Arbitrary<String> usual =
        Combinators.combine(days, clocks, digits, zones)
            .as(
                (day, clock, digit, zone) ->
                    day + clock + (digit.isEmpty() ? "" : ".") + digit + zone);
    return Arbitraries.frequencyOf(
        Tuple.of(9, usual),
        Tuple.of(1, Arbitraries.of("", "x", "2026", "2026-02-28T12:00:00.Z", "2026-02-28T12:00Z")));
  }

  @Provide
  Arbitrary<String> physicalLines() {
    Arbitrary<String> streams = Arbitraries.of("stdout", "stderr", "stdout", "stdxut", "stdoutx");
    Arbitrary<String> tags = Arbitraries.of("F", "P", "F:x", "P:x", "Px", "", "x:P");
    Arbitrary<String> contents =
        Arbitraries.strings().withChars('a', ' ', 'P', 'Z', 'ä').ofMaxLength(30);
    Arbitrary<String> usual =
        Combinators.combine(times(), streams, tags, contents)
            .as((time, stream, tag, content) -> String.join(" ", time, stream, tag, content));
    Arbitrary<String> other =
        Arbitraries.of("", " ", "  ", "   ", "garbage", "a b c", "a stdout F");
    return Arbitraries.frequencyOf(Tuple.of(9, usual), Tuple.of(1, other));
  }

  @Provide
  Arbitrary<List<String>> logs() {
    return physicalLines().list().ofMaxSize(15);
  }

  @Provide
  Arbitrary<LogQuery> queries() {
    return Combinators.combine(
            Arbitraries.of(true, false),
            Arbitraries.of(NOON, NOON.plusNanos(1), NOON.minusSeconds(86_400)).injectNull(0.5),
            Arbitraries.longs().between(1, 200).injectNull(0.7))
        .as(
            (timestamps, since, limit) ->
                new LogQuery(false, false, timestamps, since, null, limit));
  }

  @Property(tries = 1000)
  void answersWhatThePlainWayAnswers(
      @ForAll("logs") List<String> lines,
      @ForAll("queries") LogQuery query,
      @ForAll @IntRange(min = 1, max = 60) int chunk,
      @ForAll @IntRange(min = 64, max = 200) int bound)
      throws IOException {
    String file = lines.stream().map(line -> line + "\n").reduce("", String::concat);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LogWriter writer = new LogWriter(out, query);
    LogLineReader reader = new LogLineReader(new SlowChannel(file, chunk), bound);
    while (!writer.full() && reader.next()) {
      writer.write(reader);
    }

    assertThat(out.toString(StandardCharsets.ISO_8859_1))
        .isEqualTo(LogReference.answer(file, query));
  }
}
