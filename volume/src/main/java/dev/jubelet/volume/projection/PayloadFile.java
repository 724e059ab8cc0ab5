package dev.jubelet.volume.projection;

import com.google.protobuf.ByteString;
import java.util.OptionalInt;

/**
 * One file to write. Its text form shows the size only: it may be a secret.
 *
 * @param owner the user it belongs to; empty for the agent's own
 */
public record PayloadFile(ByteString content, int mode, OptionalInt owner) {
  public PayloadFile(ByteString content, int mode) {
    this(content, mode, OptionalInt.empty());
  }

  @Override
  public String toString() {
    return content.size() + " bytes, mode 0%o".formatted(mode);
  }
}
