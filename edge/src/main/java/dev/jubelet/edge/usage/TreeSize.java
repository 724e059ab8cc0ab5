package dev.jubelet.edge.usage;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a directory tree takes on its disk: blocks, not lengths, each inode once. Follows no link
 * and enters no mount. What disappears meanwhile, or cannot be reached, is not counted: whoever
 * fills a tree must not be able to hide all of it.
 */
public record TreeSize(long bytes, long inodes) {
  public static final TreeSize EMPTY = new TreeSize(0, 0);

  public TreeSize plus(TreeSize other) {
    return new TreeSize(bytes + other.bytes, inodes + other.inodes);
  }

  /** Whether something is mounted at this path. */
  public static boolean isMount(Path path) {
    Path parent = path.getParent();
    try {
      return parent == null || InodeFacts.of(path).device() != InodeFacts.of(parent).device();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Walks the tree, which may be a single file; empty when it is not there. Takes as long as the
   * tree is large, and holds the thread meanwhile.
   */
  public static Optional<TreeSize> of(Path top) {
    try {
      Walk walk = new Walk(InodeFacts.of(top).device());
      Files.walkFileTree(top, walk);
      return Optional.of(new TreeSize(walk.bytes, walk.inodes));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** One walk. */
  private static final class Walk extends SimpleFileVisitor<Path> {
    private final long device;
    private final Set<Long> linked = new HashSet<>();
    private long bytes;
    private long inodes;

    Walk(long device) {
      this.device = device;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes known) {
      try {
        InodeFacts facts = InodeFacts.of(directory);
        if (facts.device() != device) {
          return FileVisitResult.SKIP_SUBTREE;
        }
        count(facts, false);
        return FileVisitResult.CONTINUE;
      } catch (IOException e) {
        return FileVisitResult.SKIP_SUBTREE;
      }
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes known) {
      try {
        InodeFacts facts = InodeFacts.of(file);
        if (facts.device() == device) {
          count(facts, facts.links() > 1);
        }
      } catch (IOException e) {
        return FileVisitResult.CONTINUE;
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) {
      return FileVisitResult.CONTINUE;
    }

    private void count(InodeFacts facts, boolean hasOtherNames) {
      if (!hasOtherNames || linked.add(facts.inode())) {
        inodes++;
        bytes += facts.diskBytes();
      }
    }
  }
}
