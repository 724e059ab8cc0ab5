package dev.jubelet.edge.spdy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class HeaderCodecTest {
  @Property(tries = 100)
  void headersSurviveTheSharedCompression(
      @ForAll @Size(min = 1, max = 20) Map<String, String> first,
      @ForAll Map<String, String> second)
      throws IOException {
    try (HeaderCodec sender = new HeaderCodec();
        HeaderCodec receiver = new HeaderCodec()) {
      for (Map<String, String> headers : List.of(first, second, first)) {
        Map<String, String> sent = new LinkedHashMap<>();
        headers.forEach((name, value) -> sent.put("h" + name.hashCode(), clean(value)));
        assertThat(receiver.decode(sender.encode(sent))).isEqualTo(sent);
      }
    }
  }

  /** Lone halves of surrogate pairs cannot be sent as text. */
  private static String clean(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  @Test
  void theDictionaryHasTheLengthOfTheProtocols() {
    assertThat(HeaderDictionary.bytes()).hasSize(1423);
  }

  @Test
  void unreadableHeadersAreAnError() {
    try (HeaderCodec codec = new HeaderCodec()) {
      assertThatThrownBy(() -> codec.decode(new byte[] {1, 2, 3})).isInstanceOf(IOException.class);
    }
  }
}
