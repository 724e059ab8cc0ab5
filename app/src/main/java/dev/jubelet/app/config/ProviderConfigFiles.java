package dev.jubelet.app.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jubelet.app.config.ConfigFile.Parsed;
import dev.jubelet.app.config.ConfigFile.Unreadable;
import dev.jubelet.image.json.JsonTextException;
import dev.jubelet.image.plugin.ProviderConfigException;
import dev.jubelet.image.plugin.ProviderConfigReader;
import dev.jubelet.image.plugin.ProviderSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The configuration of credential plugins: one file, or all of a directory in the order of their
 * names.
 *
 * @param hash by which a change of it can be told from outside
 */
public record ProviderConfigFiles(List<ProviderSpec> providers, String hash) {

  /** Throws {@link ProviderConfigException}. */
  public static ProviderConfigFiles read(String path) {
    if (path.isEmpty()) {
      throw new ProviderConfigException("credential provider config path is empty");
    }
    List<ProviderSpec> providers = new ArrayList<>();
    MessageDigest digest = sha256();
    for (Path file : files(Path.of(path))) {
      byte[] bytes = bytes(file);
      digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, bytes.length));
      digest.update(bytes);
      providers.addAll(providers(file));
    }
    return new ProviderConfigFiles(
        List.copyOf(providers), "sha256:" + HexFormat.of().formatHex(digest.digest()));
  }

  private static List<Path> files(Path path) {
    if (!Files.exists(path)) {
      throw new ProviderConfigException(
          "unable to access path \"" + path + "\": no such file or directory");
    }
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    try (Stream<Path> entries = Files.list(path)) {
      List<Path> files = entries.filter(ProviderConfigFiles::isConfig).sorted().toList();
      if (files.isEmpty()) {
        throw new ProviderConfigException(
            "no configuration files found in directory \"" + path + "\"");
      }
      return files;
    } catch (IOException e) {
      throw new ProviderConfigException("unable to access path \"" + path + "\": " + e);
    }
  }

  private static boolean isConfig(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    return Files.isRegularFile(file)
        && (name.endsWith(".json") || name.endsWith(".yaml") || name.endsWith(".yml"));
  }

  private static List<ProviderSpec> providers(Path file) {
    return switch (ConfigFileReader.read(file)) {
      case Unreadable(String reason) -> throw undecodable(file, reason);
      case Parsed(JsonNode root, List<String> duplicates, List<String> _) -> {
        if (!duplicates.isEmpty()) {
          throw undecodable(file, String.join("; ", duplicates));
        }
        try {
          yield ProviderConfigReader.read(root);
        } catch (JsonTextException e) {
          throw undecodable(file, e.text());
        }
      }
    };
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new ProviderConfigException("unable to access path \"" + file + "\": " + e);
    }
  }

  private static ProviderConfigException undecodable(Path file, String why) {
    return new ProviderConfigException("error decoding config \"" + file + "\": " + why);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
