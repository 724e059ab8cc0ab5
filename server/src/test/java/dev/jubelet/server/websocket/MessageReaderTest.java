package dev.jubelet.server.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageReaderTest {
  private static final int LAST = 0x80;
  private static final byte[] MASK = {1, 2, 3, 4};

  private final ByteArrayOutputStream wire = new ByteArrayOutputStream();
  private final ByteArrayOutputStream answers = new ByteArrayOutputStream();

  private MessageReaderTest frame(int first, byte[] content) {
    ByteBuffer head = ByteBuffer.allocate(14).put((byte) first);
    if (content.length < 126) {
      head.put((byte) (0x80 | content.length));
    } else if (content.length < 65536) {
      head.put((byte) (0x80 | 126)).putShort((short) content.length);
    } else {
      head.put((byte) (0x80 | 127)).putLong(content.length);
    }
    head.put(MASK);
    wire.write(head.array(), 0, head.position());
    for (int i = 0; i < content.length; i++) {
      wire.write(content[i] ^ MASK[i % 4]);
    }
    return this;
  }

  private MessageReaderTest frame(int first, String text) {
    return frame(first, text.getBytes(StandardCharsets.UTF_8));
  }

  private MessageReader reader() {
    return new MessageReader(
        new ByteArrayInputStream(wire.toByteArray()), new MessageWriter(answers));
  }

  /** All messages, each in brackets, then how it ended. */
  private String read() throws IOException {
    MessageReader reader = reader();
    StringBuilder text = new StringBuilder();
    while (reader.next()) {
      text.append(reader.isFirst() ? "[" : "");
      text.append(new String(reader.piece(), 0, reader.length(), StandardCharsets.UTF_8));
    }
    return text.append(" bye").toString();
  }

  private String answered() {
    return HexFormat.of().formatHex(answers.toByteArray());
  }

  @Test
  void messagesMayComeInFragmentsWithPingsBetween() throws IOException {
    frame(2, "one").frame(LAST | 9, "ping").frame(0, "").frame(LAST, " more");
    frame(LAST | 1, "text").frame(LAST | 10, "").frame(LAST | 2, "").frame(LAST | 8, "");
    assertThat(read()).isEqualTo("[one more[text[ bye");
    assertThat(answered()).isEqualTo("8a0470696e67" + "880203e8");
  }

  @ParameterizedTest
  @CsvSource({
    "c2, an extension that was not agreed on",
    "83, a frame of an unknown kind or out of order",
    "80, a frame of an unknown kind or out of order",
    "8b, a control frame of an unknown kind",
    "09, a control frame in parts or too long",
  })
  void whatBreaksTheRulesIsToldAndEnds(String first, String why) {
    frame(HexFormat.fromHexDigits(first), "x");
    assertThatThrownBy(this::read).isInstanceOf(ProtocolException.class).hasMessage(why);
    assertThat(answered()).isEqualTo("880203ea");
  }

  @Test
  void aMessageInsideAnotherBreaksTheRules() {
    frame(2, "a").frame(LAST | 2, "b");
    assertThatThrownBy(this::read).isInstanceOf(ProtocolException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "8201ff, a frame without a mask",
    "82ffffffffffffffffff01020304, a frame of impossible length",
    "89fe007e01020304, a control frame in parts or too long",
  })
  void impossibleFramesBreakTheRules(String bytes, String why) {
    wire.writeBytes(HexFormat.of().parseHex(bytes));
    assertThatThrownBy(this::read).isInstanceOf(ProtocolException.class).hasMessage(why);
  }

  @ParameterizedTest
  @CsvSource({"''", "82", "828501020304", "82850102030461"})
  void aClientThatVanishesIsNoGoodbye(String bytes) {
    wire.writeBytes(HexFormat.of().parseHex(bytes));
    assertThatThrownBy(this::read).isInstanceOf(EOFException.class);
  }

  @Property(tries = 50)
  void everyLengthComesThrough(@ForAll @IntRange(max = 200_000) int length) throws IOException {
    byte[] content = new byte[length];
    for (int i = 0; i < length; i++) {
      content[i] = (byte) (i * 31);
    }
    wire.reset();
    frame(LAST | 2, content).frame(LAST | 8, "");
    MessageReader reader = reader();
    ByteArrayOutputStream seen = new ByteArrayOutputStream();
    while (reader.next()) {
      seen.write(reader.piece(), 0, reader.length());
    }
    assertThat(seen.toByteArray()).isEqualTo(content);
  }

  @ParameterizedTest
  @CsvSource({"0, 8200", "125, 827d", "126, 827e007e", "65536, 827f0000000000010000"})
  void theWriterSaysTheLength(int length, String head) throws IOException {
    MessageWriter writer = new MessageWriter(answers);
    writer.send(new byte[length], 0, length);
    assertThat(answered()).startsWith(head).hasSize(head.length() + 2 * length);
    writer.sayGoodbye(MessageWriter.NORMAL);
    int size = answers.size();
    writer.send(new byte[1], 0, 1);
    assertThat(answers.size()).isEqualTo(size);
  }
}
