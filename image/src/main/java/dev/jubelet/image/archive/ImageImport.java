package dev.jubelet.image.archive;

import java.nio.file.Path;

/** How a runtime takes an archive, for which the CRI has no call. */
@FunctionalInterface
public interface ImageImport {

  /**
   * Blocks until all images of the archive are in the runtime.
   *
   * @throws ArchiveException when they are not
   */
  void importFrom(Path archive);
}
