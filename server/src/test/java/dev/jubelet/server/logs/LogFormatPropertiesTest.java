package dev.jubelet.server.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class LogFormatPropertiesTest {
  private static final LogQuery ALL = new LogQuery(false, false, false, null, null, null);

  @Provide
  Arbitrary<String> lines() {
    return Arbitraries.strings().withChars('a', ' ', ':', 'P', 'F', '\r', 'ä', '€').ofMaxLength(60);
  }

  /** Writes a line as a runtime does that cuts after so many bytes. */
  private static String partials(String line, int width, Random random) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (bytes.length - at > width) {
      int length = 1 + random.nextInt(width);
      out.append(physical("P", bytes, at, length));
      at += length;
    }
    return out.append(physical("F", bytes, at, bytes.length - at)).toString();
  }

  private static String physical(String tag, byte[] bytes, int at, int length) {
    return "2026-01-01T00:00:00.5Z stdout "
        + tag
        + " "
        + new String(bytes, at, length, StandardCharsets.ISO_8859_1)
        + "\n";
  }

  private static String render(String file, LogQuery query, int chunk, int bound)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LogWriter writer = new LogWriter(out, query);
    LogLineReader reader = new LogLineReader(new SlowChannel(file, chunk), bound);
    while (reader.next()) {
      writer.write(reader);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @Property(tries = 300)
  void partialLinesJoinToExactlyWhatWasWritten(
      @ForAll("lineLists") List<String> lines,
      @ForAll @IntRange(min = 1, max = 20) int width,
      @ForAll @IntRange(min = 1, max = 50) int chunk,
      @ForAll @IntRange(min = 64, max = 200) int bound,
      @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    String file =
        lines.stream().map(line -> partials(line, width, random)).collect(Collectors.joining());
    String expected = lines.stream().map(line -> line + "\n").collect(Collectors.joining());

    assertThat(render(file, ALL, chunk, bound)).isEqualTo(expected);
  }

  @Provide
  Arbitrary<List<String>> lineLists() {
    return lines().list().ofMaxSize(12);
  }

  @Property(tries = 200)
  void aLimitCutsTheSameOutputAtThatByte(
      @ForAll("lineLists") List<String> lines, @ForAll @IntRange(min = 1, max = 300) int limit)
      throws IOException {
    Random random = new Random(limit);
    String file =
        lines.stream().map(line -> partials(line, 9, random)).collect(Collectors.joining());
    LogQuery limited = new LogQuery(false, false, false, null, null, (long) limit);
    byte[] whole = render(file, ALL, 100, 1000).getBytes(StandardCharsets.UTF_8);

    byte[] cut = new byte[Math.min(limit, whole.length)];
    System.arraycopy(whole, 0, cut, 0, cut.length);
    assertThat(render(file, limited, 100, 1000)).isEqualTo(new String(cut, StandardCharsets.UTF_8));
  }

  @Property(tries = 100)
  void theTailIsTheLastLines(
      @ForAll @IntRange(min = 0, max = 400) int count,
      @ForAll @IntRange(min = 0, max = 420) int tail,
      @ForAll @IntRange(min = 0, max = 120) int width)
      throws IOException {
    Path file = Files.createTempFile("tail", ".log");
    try {
      List<String> lines =
          IntStream.range(0, count).mapToObj(i -> i + "x".repeat(width) + "\n").toList();
      Files.writeString(file, String.join("", lines));
      try (FileChannel channel = FileChannel.open(file)) {
        Tail.seek(channel, tail);
        byte[] rest = Channels.newInputStream(channel).readAllBytes();
        assertThat(new String(rest, StandardCharsets.UTF_8))
            .isEqualTo(String.join("", lines.subList(Math.max(0, count - tail), count)));
      }
    } finally {
      Files.delete(file);
    }
  }
}
