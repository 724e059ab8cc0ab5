package dev.jubelet.edge.systemd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages byte by byte, as other programs send them. */
final class BusMessageTest {
  private static final BusRequest.Target LOGIND =
      new BusRequest.Target("org.freedesktop.login1", "/p", "i.f");

  /** A message with these header fields and a body. */
  private static BusMessage message(ByteOrder order, int type, byte[] fields, byte[] body) {
    ByteBuffer fixed = ByteBuffer.allocate(16).order(order);
    fixed.put((byte) (order == ByteOrder.LITTLE_ENDIAN ? 'l' : 'B')).put((byte) type);
    fixed.put((byte) 0).put((byte) 1).putInt(body.length).putInt(7).putInt(fields.length);
    int padded = (fields.length + 7) / 8 * 8;
    byte[] rest = Arrays.copyOf(fields, padded + body.length);
    System.arraycopy(body, 0, rest, padded, body.length);
    assertThat(BusMessage.rest(fixed.array())).isEqualTo(rest.length);
    return BusMessage.parse(fixed.array(), rest);
  }

  private static ByteBuffer fields(ByteOrder order) {
    return ByteBuffer.allocate(256).order(order);
  }

  private static void text(ByteBuffer to, int code, char type, String value) {
    pad(to);
    to.put((byte) code).put((byte) 1).put((byte) type).put((byte) 0);
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    to.putInt(bytes.length).put(bytes).put((byte) 0);
  }

  private static void number(ByteBuffer to, int code, int value) {
    pad(to);
    to.put((byte) code).put((byte) 1).put((byte) 'u').put((byte) 0).putInt(value);
  }

  private static void pad(ByteBuffer to) {
    while (to.position() % 8 != 0) {
      to.put((byte) 0);
    }
  }

  private static byte[] bytes(ByteBuffer of) {
    byte[] bytes = new byte[of.position()];
    of.duplicate().flip().get(bytes);
    return bytes;
  }

  private static ByteBuffer signal(ByteOrder order) {
    ByteBuffer fields = fields(order);
    text(fields, 1, 'o', "/p");
    text(fields, 2, 's', "i.f");
    text(fields, 3, 's', "PrepareForShutdown");
    return fields;
  }

  @ParameterizedTest
  @ValueSource(strings = {"LITTLE_ENDIAN", "BIG_ENDIAN"})
  void aSignalIsReadInEitherOrder(String name) {
    ByteOrder order = name.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    byte[] yes = ByteBuffer.allocate(4).order(order).putInt(1).array();
    BusMessage message = message(order, 4, bytes(signal(order)), yes);
    assertThat(message.isBroadcast(LOGIND, "PrepareForShutdown")).isTrue();
    assertThat(message.isBroadcast(LOGIND, "PrepareForSleep")).isFalse();
    assertThat(message.flag()).isTrue();
  }

  @Test
  void aSignalThatIsAddressedToUsIsNoBroadcast() {
    ByteBuffer fields = signal(ByteOrder.LITTLE_ENDIAN);
    text(fields, 6, 's', ":1.42");
    BusMessage message = message(ByteOrder.LITTLE_ENDIAN, 4, bytes(fields), new byte[4]);
    assertThat(message.isBroadcast(LOGIND, "PrepareForShutdown")).isFalse();
  }

  @Test
  void anAnswerTellsItsCallAndItsFiles() {
    ByteBuffer fields = fields(ByteOrder.LITTLE_ENDIAN);
    number(fields, 5, 3);
    number(fields, 9, 1);
    BusMessage message = message(ByteOrder.LITTLE_ENDIAN, 2, bytes(fields), new byte[4]);
    assertThat(message.kind()).isEqualTo(BusMessage.Kind.ANSWER);
    assertThat(message.replySerial()).isEqualTo(3);
    assertThat(message.descriptors()).isEqualTo(1);
  }

  @Test
  void anErrorHasItsNameAndWords() {
    ByteBuffer fields = fields(ByteOrder.LITTLE_ENDIAN);
    text(fields, 4, 's', "org.x.Denied");
    ByteBuffer words = fields(ByteOrder.LITTLE_ENDIAN);
    words.putInt(4).put("nope".getBytes(StandardCharsets.UTF_8)).put((byte) 0);
    assertThat(message(ByteOrder.LITTLE_ENDIAN, 3, bytes(fields), bytes(words)).error())
        .isEqualTo("org.x.Denied: nope");
    assertThat(message(ByteOrder.LITTLE_ENDIAN, 3, bytes(fields), new byte[0]).error())
        .isEqualTo("org.x.Denied");
  }

  @Test
  void aPropertyIsAVariant() {
    ByteBuffer body = fields(ByteOrder.LITTLE_ENDIAN);
    body.put((byte) 1).put((byte) 't').put((byte) 0);
    pad(body);
    body.putLong(5_000_000);
    BusMessage message = message(ByteOrder.LITTLE_ENDIAN, 2, new byte[0], bytes(body));
    assertThat(message.variantLong()).isEqualTo(5_000_000);
    BusMessage other = message(ByteOrder.LITTLE_ENDIAN, 2, new byte[0], new byte[16]);
    assertThatThrownBy(other::variantLong).isInstanceOf(BusException.class);
  }

  @Test
  void whatIsTooShortIsNotRead() {
    BusMessage empty = message(ByteOrder.LITTLE_ENDIAN, 4, new byte[0], new byte[0]);
    assertThatThrownBy(empty::flag).isInstanceOf(BusException.class);
    assertThatThrownBy(empty::variantLong).isInstanceOf(BusException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 4000, Integer.MAX_VALUE})
  void aHeaderThatLiesAboutItsLengthsIsRefused(int length) {
    ByteBuffer fields = fields(ByteOrder.LITTLE_ENDIAN);
    fields.put((byte) 1).put((byte) 1).put((byte) 'o').put((byte) 0).putInt(length).putInt(0);
    byte[] header = bytes(fields);
    assertThatThrownBy(() -> message(ByteOrder.LITTLE_ENDIAN, 4, header, new byte[0]))
        .isInstanceOf(BusException.class);
  }

  @Test
  void anEndlessMessageIsRefused() {
    byte[] fixed = new byte[16];
    fixed[0] = 'l';
    fixed[7] = 0x7f;
    assertThatThrownBy(() -> BusMessage.rest(fixed)).isInstanceOf(BusException.class);
  }

  @Test
  void aCallIsWhatItsReaderExpects() {
    byte[] call =
        new BusRequest(
                LOGIND,
                "KillUnit",
                List.of(new BusRequest.Argument.Text("unit"), new BusRequest.Argument.Whole(1)))
            .bytes(9);
    BusMessage read =
        BusMessage.parse(Arrays.copyOf(call, 16), Arrays.copyOfRange(call, 16, call.length));
    assertThat(read.kind()).isEqualTo(BusMessage.Kind.CALL);
    assertThat(read.texts())
        .containsEntry((byte) 1, "/p")
        .containsEntry((byte) 2, "i.f")
        .containsEntry((byte) 3, "KillUnit")
        .containsEntry((byte) 6, "org.freedesktop.login1")
        .containsEntry((byte) 8, "si");
    assertThat(read.body().getInt(0)).isEqualTo(4);
    assertThat(read.body().getInt(12)).isEqualTo(1);
  }
}
