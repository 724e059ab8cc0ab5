package dev.jubelet.base.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ChunkedOutputTest {
  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

  @Test
  void eachFlushIsAChunkAndTheEndIsMarkedOnce() throws IOException {
    ChunkedOutput out = new ChunkedOutput(sent);
    out.flush();
    out.write("hello".getBytes(StandardCharsets.US_ASCII));
    out.write(' ');
    out.flush();
    out.write("you".getBytes(StandardCharsets.US_ASCII));
    out.close();
    out.close();

    assertThat(sent.toString(StandardCharsets.US_ASCII))
        .isEqualTo("6\r\nhello \r\n3\r\nyou\r\n0\r\n\r\n");
  }

  @Property(tries = 100)
  void whatIsWrittenIsRead(
      @ForAll @IntRange(max = 40_000) int length, @ForAll @IntRange(min = 1, max = 20_000) int step)
      throws IOException {
    byte[] content = new byte[length];
    for (int i = 0; i < length; i++) {
      content[i] = (byte) (i * 31);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ChunkedOutput out = new ChunkedOutput(bytes)) {
      for (int done = 0; done < length; done += step) {
        out.write(content, done, Math.min(step, length - done));
      }
    }

    ChunkedInput in = new ChunkedInput(new ByteArrayInputStream(bytes.toByteArray()), true);
    assertThat(in.readAllBytes()).isEqualTo(content);
    assertThat(in.complete()).isTrue();
  }

  @Test
  void datesHaveTwoDigits() {
    assertThat(HttpDate.format(Instant.parse("2026-02-03T04:05:06.7Z")))
        .isEqualTo("Tue, 03 Feb 2026 04:05:06 GMT");
  }
}
