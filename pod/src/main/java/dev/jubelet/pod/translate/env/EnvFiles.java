package dev.jubelet.pod.translate.env;

import static dev.jubelet.pod.translate.spec.SpecValues.isTrue;
import static dev.jubelet.pod.translate.spec.SpecValues.text;

import com.google.protobuf.ByteString;
import dev.jubelet.edge.host.HostException;
import dev.jubelet.edge.linux.RootedFile;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.FileKeySelector;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Values that containers of a pod have left in files of its volumes for containers after them.
 *
 * @param enabled whether the feature EnvFiles is on
 * @param volumes host paths by volume name
 */
public record EnvFiles(boolean enabled, Map<String, Path> volumes) {
  private static final int MAX_BYTES = 1024 * 1024;

  public EnvFiles {
    volumes = Map.copyOf(volumes);
  }

  /** Empty when the file or its key is missing and may be. */
  Optional<ByteString> value(FileKeySelector ref) {
    if (!enabled) {
      throw new UntranslatableException("fileKeyRef needs the feature gate EnvFiles");
    }
    Path volume = volumes.get(ref.getVolumeName());
    if (volume == null) {
      throw new UntranslatableException(
          "cannot find the volume \"%s\" referenced by FileKeyRef".formatted(ref.getVolumeName()));
    }
    Optional<ByteString> value =
        read(volume, ref).flatMap(bytes -> EnvFile.find(text(ref.getKey()), bytes));
    if (value.isEmpty() && !isTrue(ref.getOptional())) {
      throw new UntranslatableException(
          "environment variable key \"%s\" not found in file \"%s\""
              .formatted(ref.getKey(), Path.of(volume.toString(), text(ref.getPath()))));
    }
    return value;
  }

  private static Optional<byte[]> read(Path volume, FileKeySelector ref) {
    try {
      return Optional.of(RootedFile.read(volume, text(ref.getPath()), MAX_BYTES));
    } catch (HostException e) {
      if (e.kind() == HostException.Kind.NOT_FOUND && isTrue(ref.getOptional())) {
        return Optional.empty();
      }
      throw new UntranslatableException("couldn't parse env file: " + e.getMessage());
    }
  }
}
