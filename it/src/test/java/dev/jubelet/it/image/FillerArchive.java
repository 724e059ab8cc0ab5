package dev.jubelet.it.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;

/** Docker archives with one layer of noise, for images that only take room. */
final class FillerArchive {
  private FillerArchive() {}

  /** Writes one with an image of this name into the folder. */
  static Path write(Path folder, String image, int bytes) {
    try {
      Path work = Files.createTempDirectory(folder, "filler");
      byte[] noise = new byte[bytes];
      new Random(image.hashCode()).nextBytes(noise);
      Files.write(work.resolve("noise"), noise);
      Commands.run("tar", "-C", work.toString(), "-cf", work + "/layer.tar", "noise");
      Files.writeString(
          work.resolve("config.json"),
          """
          {"architecture":"%s","os":"linux","config":{},
           "rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}
          """
              .formatted(architecture(), digest(work.resolve("layer.tar"))));
      Files.writeString(
          work.resolve("manifest.json"),
          "[{\"Config\":\"config.json\",\"RepoTags\":[\"%s\"],\"Layers\":[\"layer.tar\"]}]"
              .formatted(image));
      Path archive = work.resolve("image.tar");
      Commands.run(
          "tar",
          "-C",
          work.toString(),
          "-cf",
          archive.toString(),
          "manifest.json",
          "config.json",
          "layer.tar");
      return archive;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String architecture() {
    return System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
  }

  private static String digest(Path file) throws IOException {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
