package dev.jubelet.volume.projection;

import com.google.protobuf.ByteString;

/** One file to write. Its text form shows the size only: it may be a secret. */
public record PayloadFile(ByteString content, int mode) {

  @Override
  public String toString() {
    return content.size() + " bytes, mode 0%o".formatted(mode);
  }
}
