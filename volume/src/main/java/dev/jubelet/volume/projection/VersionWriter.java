package dev.jubelet.volume.projection;

import dev.jubelet.volume.disk.FsGroup;
import dev.jubelet.volume.disk.FsGroup.GroupAccess;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes one version of a volume's files into a directory that nobody looks into yet, with their
 * final owners and modes.
 */
final class VersionWriter {
  private static final int DIRECTORY_MODE = 0755;

  private final FsGroup group;

  VersionWriter(FsGroup group) {
    this.group = group;
  }

  void write(Path version, Payload payload) throws IOException {
    finishDirectory(version);
    for (Map.Entry<String, PayloadFile> entry : payload.files().entrySet()) {
      Path file = version.resolve(entry.getKey());
      makeDirectories(version, version.relativize(file).getParent());
      write(file, entry.getValue());
    }
  }

  void own(Path path) throws IOException {
    group.own(path);
  }

  private void makeDirectories(Path version, @Nullable Path below) throws IOException {
    if (below == null) {
      return;
    }
    Path directory = version;
    for (Path step : below) {
      directory = directory.resolve(step);
      if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectory(directory);
        finishDirectory(directory);
      }
    }
  }

  private void finishDirectory(Path directory) throws IOException {
    group.own(directory);
    Files.setAttribute(
        directory, "unix:mode", group.directoryMode(DIRECTORY_MODE, GroupAccess.READ));
  }

  private void write(Path file, PayloadFile wanted) throws IOException {
    try (SeekableByteChannel channel =
        Files.newByteChannel(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      var content = wanted.content().asReadOnlyByteBuffer();
      while (content.hasRemaining()) {
        channel.write(content);
      }
    }
    group.own(file);
    if (wanted.owner().isPresent()) {
      Files.setAttribute(file, "unix:uid", wanted.owner().getAsInt(), LinkOption.NOFOLLOW_LINKS);
    }
    Files.setAttribute(file, "unix:mode", group.fileMode(wanted.mode(), GroupAccess.READ));
  }
}
