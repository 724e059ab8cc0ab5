package dev.jubelet.server.logs;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a compressed file holds. One that is broken ends where it breaks: the files after it are
 * worth more than the failure.
 *
 * <p>Thread: one. Owns: nothing; the file stays its opener's.
 */
final class Unzipped implements ReadableByteChannel {
  private static final Logger log = LoggerFactory.getLogger(Unzipped.class);
  private static final int BLOCK = 8 * 1024;

  private final SeekableByteChannel file;
  private final String name;
  private final byte[] block = new byte[BLOCK];
  private @Nullable InputStream content;
  private boolean broken;

  Unzipped(SeekableByteChannel file, String name) {
    this.file = file;
    this.name = name;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    if (broken) {
      return -1;
    }
    try {
      int count = content().read(block, 0, Math.min(into.remaining(), BLOCK));
      if (count > 0) {
        into.put(block, 0, count);
      }
      return count;
    } catch (ZipException | EOFException e) {
      broken = true;
      log.atWarn()
          .setCause(e)
          .addKeyValue("file", name)
          .log("Rotated log is corrupt; skipping the rest of it");
      return -1;
    }
  }

  private InputStream content() throws IOException {
    InputStream open = content;
    if (open == null) {
      open = new GZIPInputStream(Channels.newInputStream(file.position(0)), BLOCK);
      content = open;
    }
    return open;
  }

  @Override
  public boolean isOpen() {
    return file.isOpen();
  }

  @Override
  public void close() {
    // The file is closed by whoever opened it.
  }
}
