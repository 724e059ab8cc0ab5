package dev.jubelet.image.collect;

import java.util.List;

/**
 * The images at one moment.
 *
 * @param now what a pass would do at this moment
 * @param unused what would go if the disk were so full that pods had to go otherwise
 */
public record ImageReport(
    List<KnownImage> images, ImageDisk disk, CollectionPlan now, CollectionPlan unused) {}
