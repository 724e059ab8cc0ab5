package dev.jubelet.edge.document;

import java.util.List;

/**
 * What a text holds.
 *
 * @param all the documents that are not empty
 * @param ignoredAt the line of one more than were asked for, which was not read, or 0
 * @param repeated keys that stand twice in a mapping, when that is forgiven: the last one counts
 */
public record Documents(List<Document> all, int ignoredAt, List<RepeatedKey> repeated) {

  /** A key that stands twice; where the second one stands, as far as that is known. */
  public record RepeatedKey(String key, Place place) {}

  public Documents {
    all = List.copyOf(all);
    repeated = List.copyOf(repeated);
  }
}
