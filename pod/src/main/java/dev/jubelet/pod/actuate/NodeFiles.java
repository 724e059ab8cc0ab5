package dev.jubelet.pod.actuate;

import dev.jubelet.pod.translate.net.ResolvConf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The node's own resolver and hosts files, read anew each time because both may change. {@code
 * resolvConf} is empty when the node is configured to give pods none.
 *
 * <p>Thread: any.
 */
public record NodeFiles(Optional<Path> resolvConf, Path hosts) {
  private static final Logger log = LoggerFactory.getLogger(NodeFiles.class);
  private static final long MAX_BYTES = 10 << 20;

  Optional<ResolvConf> dns() {
    return resolvConf.map(path -> ResolvConf.parse(text(path)));
  }

  String hostsText() {
    return text(hosts);
  }

  /** A file that cannot be read is like an empty one: the pod can still run. */
  private static String text(Path path) {
    try {
      if (Files.size(path) > MAX_BYTES) {
        log.atWarn().addKeyValue("file", path).log("File is larger than 10 MiB; ignoring it");
        return "";
      }
      return Files.readString(path);
    } catch (IOException e) {
      log.atWarn().setCause(e).addKeyValue("file", path).log("Failed to read the file");
      return "";
    }
  }
}
