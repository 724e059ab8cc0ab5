package dev.jubelet.volume.certificate;

import com.google.protobuf.ByteString;
import dev.jubelet.edge.apiserver.certificate.PemText;
import dev.jubelet.edge.linux.BlockingCalls;
import dev.jubelet.volume.disk.VolumeException;
import java.io.IOException;
import java.security.KeyPair;
import java.time.Duration;

/** Makes the keys of pods. */
@FunctionalInterface
interface PodKeys {
  Duration PATIENCE = Duration.ofMinutes(2);

  /**
   * A new key.
   *
   * @param key in PEM
   * @param stub the proof that it is there, a certificate request without content
   */
  record Made(String key, ByteString stub) {
    @Override
    public String toString() {
      return "Made[hidden]";
    }
  }

  /** {@code wanted} names the source of the pod, and differs for those that differ. */
  Made make(KeyType type, String wanted);

  /** RSA keys keep a processor busy for seconds, which pods' lanes should not notice. */
  static PodKeys onOwnThreads() {
    BlockingCalls threads = new BlockingCalls("pod-keys", 1, PATIENCE);
    return (type, wanted) -> {
      try {
        return threads.run("key of " + wanted, () -> made(type));
      } catch (IOException e) {
        throw new VolumeException("cannot make a key", e);
      }
    };
  }

  private static Made made(KeyType type) {
    KeyPair keys = type.make();
    return new Made(
        PemText.of("PRIVATE KEY", keys.getPrivate().getEncoded()),
        ByteString.copyFrom(type.emptyRequest(keys)));
  }
}
