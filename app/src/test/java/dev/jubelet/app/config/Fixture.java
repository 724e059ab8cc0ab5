package dev.jubelet.app.config;

import dev.jubelet.app.config.ConfigLoader.Layers;
import dev.jubelet.app.config.LoadResult.Invalid;
import dev.jubelet.app.config.LoadResult.Loaded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Files and loads for tests of the configuration. */
public final class Fixture {
  public static final String HEADER =
      "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";

  private Fixture() {}

  public static Path write(Path file, String text) {
    try {
      Files.createDirectories(file.resolveSibling("."));
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loads a file with this body; fails the test when that is refused. */
  public static Loaded load(Path directory, String body) {
    Path file = write(directory.resolve("kubelet.yaml"), HEADER + body);
    return loaded(new Layers(Optional.of(file), Optional.empty(), new FieldValues()));
  }

  public static KubeletConfig config(Path directory, String body) {
    return load(directory, body).config();
  }

  static Loaded loaded(Layers layers) {
    return switch (ConfigLoader.load(layers)) {
      case Loaded loaded -> loaded;
      case Invalid invalid -> throw new AssertionError("refused: " + invalid.problems());
    };
  }

  static List<String> refusal(Layers layers) {
    return switch (ConfigLoader.load(layers)) {
      case Loaded loaded -> throw new AssertionError("accepted with " + loaded.warnings());
      case Invalid invalid -> invalid.problems().stream().map(Problem::message).toList();
    };
  }

  static List<String> refusal(Path file) {
    return refusal(new Layers(Optional.of(file), Optional.empty(), new FieldValues()));
  }
}
