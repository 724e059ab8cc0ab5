package dev.jubelet.pod.rotate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/**
 * A log directory on disk. A pod may be able to write there, by a volume of the machine's own
 * directories: no symbolic link is followed below the directory of all pods' logs, so that no file
 * from elsewhere can be read into a compressed log.
 *
 * <p>Thread: one. Owns: the open directory.
 */
final class SafeLogDirectory implements LogDirectory {
  private static final int BLOCK = 64 * 1024;
  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  private static final Set<OpenOption> WRITE_NEW =
      Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS);

  /** Until the copy is complete nobody else need read it. */
  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path path;
  private final SecureDirectoryStream<Path> directory;

  private SafeLogDirectory(Path path, SecureDirectoryStream<Path> directory) {
    this.path = path;
    this.directory = directory;
  }

  /** Opens {@code <pods' logs>/<pod>/<container>}. */
  static LogDirectory open(Path directory) throws IOException {
    Path pod = directory.resolveSibling("");
    Path all = pod.toAbsolutePath().resolveSibling("");
    try (DirectoryStream<Path> top = Files.newDirectoryStream(all);
        SecureDirectoryStream<Path> middle = beneath(secure(top), pod)) {
      return new SafeLogDirectory(directory, beneath(middle, directory));
    }
  }

  private static SecureDirectoryStream<Path> beneath(SecureDirectoryStream<Path> at, Path path)
      throws IOException {
    return secure(at.newDirectoryStream(path.getFileName(), LinkOption.NOFOLLOW_LINKS));
  }

  private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream)
      throws IOException {
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    stream.close();
    throw new IOException("directories cannot be opened relative to one another here");
  }

  @Override
  public Set<String> names() throws IOException {
    Set<String> names = new HashSet<>();
    try (DirectoryStream<Path> fresh = directory.newDirectoryStream(Path.of("."))) {
      fresh.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
    }
    return names;
  }

  @Override
  public void delete(String name) throws IOException {
    try {
      directory.deleteFile(Path.of(name));
    } catch (NoSuchFileException e) {
      // Somebody was faster, and the wish is fulfilled.
      return;
    }
  }

  @Override
  public void compress(String name, String copy) throws IOException {
    PosixFileAttributes original = attributes(name).readAttributes();
    if (!original.isRegularFile()) {
      throw new FileSystemException(path.resolve(name).toString(), null, "not a regular file");
    }
    try {
      write(name, copy);
      PosixFileAttributeView written = attributes(copy);
      written.setPermissions(original.permissions());
      written.setTimes(original.lastModifiedTime(), null, null);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (IOException e) {
      delete(copy);
      throw e;
    }
  }

  private void write(String name, String copy) throws IOException {
    try (InputStream in = Channels.newInputStream(directory.newByteChannel(Path.of(name), READ));
        SeekableByteChannel out = directory.newByteChannel(Path.of(copy), WRITE_NEW, PRIVATE);
        OutputStream zipped = new GZIPOutputStream(Channels.newOutputStream(out), BLOCK)) {
      byte[] block = new byte[BLOCK];
      for (int count = in.read(block); count >= 0; count = in.read(block)) {
        zipped.write(block, 0, count);
      }
      ((GZIPOutputStream) zipped).finish();
      if (out instanceof FileChannel file) {
        file.force(true);
      }
    }
  }

  private PosixFileAttributeView attributes(String name) {
    return directory.getFileAttributeView(
        Path.of(name), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public void rename(String name, String to) throws IOException {
    if (names().contains(to)) {
      throw new FileAlreadyExistsException(path.resolve(to).toString());
    }
    directory.move(Path.of(name), directory, Path.of(to));
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
