package dev.jubelet.image.credential;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.image.json.JsonTextException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The logins in docker's configuration files on this node, good for all pods. The first file that
 * can be read counts, also when it has no login; what was found, or that nothing was, is kept for
 * five minutes.
 *
 * <p>Thread: any. Owns: what was found last.
 */
public final class NodeDockerConfig {
  private static final Logger log = LoggerFactory.getLogger(NodeDockerConfig.class);
  private static final Duration KEPT = Duration.ofMinutes(5);
  private static final int LARGEST_BYTES = 1 << 20;

  private final List<Path> configs;
  private final List<Path> oldConfigs;
  private final Timers timers;

  @GuardedBy("this")
  private @Nullable Keyring found;

  @GuardedBy("this")
  private long foundAt;

  NodeDockerConfig(List<Path> configs, List<Path> oldConfigs, Timers timers) {
    this.configs = configs;
    this.oldConfigs = oldConfigs;
    this.timers = timers;
  }

  /** Looks in the root directory, the working directory, the home directory and {@code /}. */
  public static NodeDockerConfig of(
      Path root, Path workingDirectory, Map<String, String> environment, Timers timers) {
    Optional<Path> home =
        Optional.ofNullable(environment.get("HOME")).filter(h -> !h.isEmpty()).map(Path::of);
    List<Path> configs = new ArrayList<>(List.of(root, workingDirectory));
    home.ifPresent(directory -> configs.add(directory.resolve(".docker")));
    configs.add(Path.of("/.docker"));
    List<Path> oldConfigs = new ArrayList<>(List.of(root, workingDirectory));
    home.ifPresent(oldConfigs::add);
    oldConfigs.add(Path.of("/"));
    return new NodeDockerConfig(
        configs.stream().map(directory -> directory.resolve("config.json")).toList(),
        oldConfigs.stream().map(directory -> directory.resolve(".dockercfg")).toList(),
        timers);
  }

  synchronized Keyring keyring() {
    Keyring before = found;
    long now = timers.nanoTime();
    if (before != null && now - foundAt < KEPT.toNanos()) {
      return before;
    }
    Keyring next = read();
    found = next;
    foundAt = now;
    return next;
  }

  private Keyring read() {
    return first(configs, DockerConfig::ofConfigJson)
        .or(() -> first(oldConfigs, DockerConfig::ofDockercfg))
        .map(entries -> Keyring.of(entries, Credential.Origin.NODE))
        .orElse(Keyring.EMPTY);
  }

  private static Optional<List<Keyring.Entry>> first(
      List<Path> files, Function<byte[], List<Keyring.Entry>> reader) {
    for (Path file : files) {
      Optional<List<Keyring.Entry>> entries = read(file, reader);
      if (entries.isPresent()) {
        return entries;
      }
    }
    return Optional.empty();
  }

  private static Optional<List<Keyring.Entry>> read(
      Path file, Function<byte[], List<Keyring.Entry>> reader) {
    try (var in = Files.newInputStream(file)) {
      return Optional.of(reader.apply(in.readNBytes(LARGEST_BYTES)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      return skipped(file, e.toString());
    } catch (JsonTextException e) {
      return skipped(file, e.text());
    }
  }

  private static Optional<List<Keyring.Entry>> skipped(Path file, String reason) {
    log.atWarn()
        .addKeyValue("file", file)
        .addKeyValue("reason", reason)
        .log("Docker configuration file is skipped");
    return Optional.empty();
  }
}
