package dev.jubelet.server.image;

import dev.jubelet.server.AgentException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the pages show of images and can do to them; supplied by the assembly. All of it blocks in
 * the runtime, and throws {@link AgentException} when that fails.
 */
public interface ImageView {

  /** The images that are here. */
  Listing list();

  /** What image garbage collection would do. */
  Plans plans();

  /** Pulls an image and returns the runtime's reference of it. Interrupting the thread ends it. */
  String pull(String image);

  /** Imports an archive and returns the names of its images. Interrupting the thread ends it. */
  List<String> load(Path archive);

  /** The file system of the images, with the thresholds of its use. */
  record Disk(
      String place,
      long capacityBytes,
      long availableBytes,
      int usedPercent,
      int highPercent,
      int lowPercent) {}

  /**
   * An image.
   *
   * @param imported whether it was never pulled from a registry
   * @param firstSeen null when it was here before the agent
   * @param lastUsed null when no container was seen to use it
   * @param pods whose containers use it, as namespace/name
   */
  record Row(
      String id,
      List<String> tags,
      List<String> digests,
      long sizeBytes,
      boolean pinned,
      boolean imported,
      @Nullable Instant firstSeen,
      @Nullable Instant lastUsed,
      List<String> pods) {}

  record Listing(Disk disk, List<Row> images) {}

  /** An image with the reason why it goes or stays. */
  record Choice(Row image, String reason) {}

  /** What goes, in this order, and what stays. */
  record Plan(long bytesToFree, List<Choice> deleted, List<Choice> kept) {}

  /**
   * @param collects whether images are collected at all
   * @param now what the next pass would do as things are
   * @param full what would go if the disk were so full that pods had to be evicted otherwise
   */
  record Plans(Disk disk, boolean collects, Plan now, Plan full) {}
}
