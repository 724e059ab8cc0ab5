package dev.jubelet.base.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** How the network cuts a request into pieces must not change what is read. */
class SplitReadsPropertiesTest {
  private static final List<String> FRAMED =
      List.of(
          "\r\n",
          "Content-Length: 12\r\n\r\nabcdefghijkl",
          "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n9;x\r\ndefghijkl\r\n0\r\n\r\n",
          "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nTrailer: t\r\n\r\n",
          "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");

  /** Gives at most as many bytes a read as the next size says. */
  private static final class Pieces extends InputStream {
    private final InputStream from;
    private final List<Integer> sizes;
    private int reads;

    Pieces(byte[] bytes, List<Integer> sizes) {
      this.from = new ByteArrayInputStream(bytes);
      this.sizes = sizes;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException("one byte at a time is not how sockets are read");
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      return from.read(bytes, offset, Math.min(count, sizes.get(reads++ % sizes.size())));
    }
  }

  @Provide
  Arbitrary<byte[]> requests() {
    Arbitrary<String> names =
        Arbitraries.strings().withChars("abXY-").ofMinLength(1).ofMaxLength(9);
    Arbitrary<String> values = Arbitraries.strings().withChars("a1 ,:\t").ofMaxLength(40);
    Arbitrary<String> fields =
        Combinators.combine(names, values).as((n, v) -> n + ":" + v + "\r\n");
    return Combinators.combine(fields.list().ofMaxSize(8), Arbitraries.of(FRAMED))
        .as(
            (lines, framed) ->
                "POST /a/b?c=d HTTP/1.1\r\nHost: node\r\n"
                    + String.join("", lines)
                    + framed
                    + "GET /next HTTP/1.1\r\n")
        .map(text -> text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Property(tries = 300)
  void splitsDoNotMatter(
      @ForAll("requests") byte[] request,
      @ForAll @Size(min = 1, max = 20) List<@IntRange(min = 1, max = 30) Integer> sizes)
      throws Exception {
    assertThat(ParsedRequest.read(new Pieces(request, sizes)))
        .isEqualTo(ParsedRequest.read(new ByteArrayInputStream(request)));
  }

  @Property(tries = 500)
  void splitsDoNotMatterForDamagedRequestsEither(
      @ForAll("requests") byte[] request,
      @ForAll byte damage,
      @ForAll @IntRange(max = 1000) int place,
      @ForAll @Size(min = 1, max = 20) List<@IntRange(min = 1, max = 30) Integer> sizes)
      throws Exception {
    request[place % request.length] = damage;

    assertThat(ParsedRequest.read(new Pieces(request, sizes)))
        .isEqualTo(ParsedRequest.read(new ByteArrayInputStream(request)));
  }
}
