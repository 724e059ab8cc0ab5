package dev.jubelet.server.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.http.HeadReader;
import dev.jubelet.base.http.MalformedMessage;
import dev.jubelet.base.http.RequestHead;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LargeHeadsTest {
  private final LargeHeads heads = new LargeHeads();

  private static RequestHead read(int length, LargeHeads.Claim claim) throws IOException {
    String text = "GET / HTTP/1.0\r\nX: " + "x".repeat(length) + "\r\n\r\n";
    return HeadReader.request(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)), claim.limits());
  }

  @Test
  void onlyAFewRequestsAtATimeMayHaveALongHead() throws IOException {
    List<LargeHeads.Claim> held = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      LargeHeads.Claim claim = heads.claim();
      held.add(claim);
      assertThat(read(20_000, claim).method()).isEqualTo("GET");
    }
    try (LargeHeads.Claim fifth = heads.claim()) {
      assertThatThrownBy(() -> read(20_000, fifth))
          .isInstanceOf(MalformedMessage.class)
          .extracting(e -> ((MalformedMessage) e).status())
          .isEqualTo(431);
      assertThat(read(10_000, fifth).method()).isEqualTo("GET");
    }
    held.getFirst().close();
    held.getFirst().close();
    try (LargeHeads.Claim next = heads.claim()) {
      assertThat(read(20_000, next).method()).isEqualTo("GET");
    }
  }
}
