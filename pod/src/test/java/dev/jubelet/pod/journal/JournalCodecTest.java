package dev.jubelet.pod.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

final class JournalCodecTest {
  private static final String NAME = "uid-1";
  private final JournalCodec codec = new JournalCodec(Journals.key(1));

  @Property(tries = 100)
  void whatWasSealedOpens(
      @ForAll @AlphaChars @StringLength(max = 40) String name,
      @ForAll @Size(max = 2000) byte[] content) {
    assertThat(codec.open(name, codec.seal(name, content))).isEqualTo(content);
  }

  @Property(tries = 300)
  void whateverBitChangesItDoesNotOpen(
      @ForAll @Size(max = 200) byte[] content,
      @ForAll @IntRange(max = 10_000) int place,
      @ForAll @IntRange(max = 7) int bit) {
    byte[] sealed = codec.seal(NAME, content);
    sealed[place % sealed.length] ^= (byte) (1 << bit);
    assertUnreadable(codec, NAME, sealed);
  }

  @Property(tries = 200)
  void howeverItIsCutOrExtendedItDoesNotOpen(
      @ForAll @Size(max = 200) byte[] content, @ForAll @IntRange(max = 10_000) int length) {
    byte[] sealed = codec.seal(NAME, content);
    int other = length % (sealed.length + 20);
    assertUnreadable(
        codec, NAME, Arrays.copyOf(sealed, other == sealed.length ? other + 1 : other));
  }

  @Property(tries = 200)
  void noiseDoesNotOpen(@ForAll @Size(max = 300) byte[] noise) {
    assertUnreadable(codec, NAME, noise);
  }

  @Test
  void anotherKeyOrNameDoesNotOpenIt() {
    byte[] sealed = codec.seal(NAME, new byte[] {1, 2, 3});
    assertUnreadable(new JournalCodec(Journals.key(2)), NAME, sealed);
    assertUnreadable(codec, "uid-2", sealed);
  }

  @Test
  void theSameContentIsSealedDifferentlyEachTime() {
    byte[] content = new byte[64];
    assertThat(codec.seal(NAME, content)).isNotEqualTo(codec.seal(NAME, content));
  }

  private static void assertUnreadable(JournalCodec codec, String name, byte[] file) {
    assertThatThrownBy(() -> codec.open(name, file))
        .isInstanceOfSatisfying(
            JournalException.class,
            e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.ENTRY))
        .hasMessageContaining(name);
  }
}
