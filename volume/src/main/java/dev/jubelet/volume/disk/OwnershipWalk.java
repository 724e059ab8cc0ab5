package dev.jubelet.volume.disk;

import dev.jubelet.volume.disk.FsGroup.Access;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a whole tree to the group of a pod. The top comes last, so that a top that is right tells
 * of a tree that is right. What cannot be changed is logged and left.
 *
 * <p>Thread: one that may be held for long; an interrupt ends the walk with an exception.
 */
public final class OwnershipWalk extends SimpleFileVisitor<Path> {
  private static final Logger log = LoggerFactory.getLogger(OwnershipWalk.class);
  private static final int PERMISSIONS = 07777;
  private static final int REQUIRED_OF_THE_TOP = 02770;

  private final FsGroup group;

  private OwnershipWalk(FsGroup group) {
    this.group = group;
  }

  /** {@code policy} is the pod's fsGroupChangePolicy: Always, or OnRootMismatch, or null. */
  public static void give(Path top, FsGroup group, @Nullable String policy) throws IOException {
    if (group.id().isEmpty() || ("OnRootMismatch".equals(policy) && isGiven(top, group))) {
      return;
    }
    Files.walkFileTree(top, new OwnershipWalk(group));
  }

  private static boolean isGiven(Path top, FsGroup group) throws IOException {
    int owner = (int) Files.getAttribute(top, "unix:gid");
    int mode = (int) Files.getAttribute(top, "unix:mode");
    return owner == group.id().getAsInt() && (mode & REQUIRED_OF_THE_TOP) == REQUIRED_OF_THE_TOP;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes found) throws IOException {
    change(file, found);
    return goOn();
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException e) {
    log.atWarn().addKeyValue("path", file).log("Cannot be given to a group: {}", e.toString());
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e)
      throws IOException {
    change(
        directory,
        Files.readAttributes(directory, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    return goOn();
  }

  private static FileVisitResult goOn() throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new IOException("interrupted while files were given to a group");
    }
    return FileVisitResult.CONTINUE;
  }

  private void change(Path path, BasicFileAttributes found) {
    try {
      group.own(path);
      if (!found.isSymbolicLink()) {
        int mode =
            (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & PERMISSIONS;
        int wanted =
            found.isDirectory()
                ? group.directoryMode(mode, Access.READ_AND_WRITE)
                : group.fileMode(mode, Access.READ_AND_WRITE);
        Files.setAttribute(path, "unix:mode", wanted);
      }
    } catch (IOException e) {
      log.atWarn().addKeyValue("path", path).log("Cannot be given to a group: {}", e.toString());
    }
  }
}
