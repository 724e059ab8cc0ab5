package dev.jubelet.server.logs;

import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;

/** A text, each character one byte, of which every read gives only so much. */
final class SlowChannel implements ReadableByteChannel {
  private final ByteBuffer content;
  private final int chunk;

  SlowChannel(String content, int chunk) {
    this.content = ByteBuffer.wrap(content.getBytes(StandardCharsets.ISO_8859_1));
    this.chunk = chunk;
  }

  @Override
  public int read(ByteBuffer into) {
    int length = Math.min(Math.min(chunk, content.remaining()), into.remaining());
    if (!content.hasRemaining()) {
      return -1;
    }
    into.put(content.slice(content.position(), length));
    content.position(content.position() + length);
    return length;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {}
}
