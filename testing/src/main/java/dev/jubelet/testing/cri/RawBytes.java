package dev.jubelet.testing.cri;

import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Messages as they are on the wire, for calls whose types do not matter. */
final class RawBytes implements MethodDescriptor.Marshaller<byte[]> {

  /** Any method; unary calls pass as streams of one. */
  static MethodDescriptor<byte[], byte[]> method(String fullName) {
    return MethodDescriptor.<byte[], byte[]>newBuilder()
        .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
        .setFullMethodName(fullName)
        .setRequestMarshaller(new RawBytes())
        .setResponseMarshaller(new RawBytes())
        .build();
  }

  @Override
  public InputStream stream(byte[] value) {
    return new ByteArrayInputStream(value);
  }

  @Override
  public byte[] parse(InputStream stream) {
    try {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("a message ends early", e);
    }
  }
}
