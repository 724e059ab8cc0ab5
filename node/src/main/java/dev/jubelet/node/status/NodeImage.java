package dev.jubelet.node.status;

import java.util.List;

/** An image that the runtime has. */
public record NodeImage(
    String id, List<String> repoDigests, List<String> repoTags, long sizeBytes) {

  public NodeImage {
    repoDigests = List.copyOf(repoDigests);
    repoTags = List.copyOf(repoTags);
  }
}
