package dev.jubelet.pod.plan;

import dev.jubelet.pod.model.ContainerSpec;
import io.fabric8.kubernetes.api.model.Container;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The fingerprint of what may not change under a running container: its name and image. It is
 * written on the container at creation and must be upstream's value to the bit, or else every
 * container of a node would restart when one agent takes over from the other. Pure.
 */
public final class ContainerHash {
  private static final int FNV_OFFSET = 0x811c9dc5;
  private static final int FNV_PRIME = 0x01000193;

  private ContainerHash() {}

  /** The hash as the annotation on the container states it. */
  public static String of(Container container) {
    return Integer.toHexString(fnv32a(dump(json(container))));
  }

  public static String of(ContainerSpec spec) {
    return of(spec.container());
  }

  private static String json(Container container) {
    return "{\"image\":\"" + container.getImage() + "\",\"name\":\"" + container.getName() + "\"}";
  }

  /** The text form of a byte array that upstream hashes instead of the bytes. */
  private static String dump(String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return IntStream.range(0, bytes.length)
        .mapToObj(i -> Integer.toString(bytes[i] & 0xff))
        .collect(Collectors.joining(" ", "([]uint8)[", "]"));
  }

  private static int fnv32a(String text) {
    int hash = FNV_OFFSET;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    return hash;
  }
}
