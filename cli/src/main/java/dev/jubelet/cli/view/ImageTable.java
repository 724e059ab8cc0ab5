package dev.jubelet.cli.view;

import dev.jubelet.cli.http.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The table of {@code jubelet images}; pure. */
public final class ImageTable {
  private static final int SHORT_ID = 13;
  private static final String NONE = "<none>";

  private ImageTable() {}

  public static String render(List<Json> images, boolean wide, Instant now) {
    Table table =
        wide
            ? new Table("NAME", "TAG", "ID", "SIZE", "SEEN", "USED", "PINNED", "ORIGIN", "PODS")
            : new Table("NAME", "TAG", "ID", "SIZE", "SEEN", "USED", "PINNED", "PODS");
    images.stream()
        .flatMap(image -> names(image).stream().map(name -> row(image, name, wide, now)))
        .sorted(Comparator.comparing((List<String> row) -> row.get(0)).thenComparing(r -> r.get(1)))
        .forEach(table::add);
    return table.render();
  }

  /** One row a tag; an image without any is told by the repository of its digest. */
  private static List<List<String>> names(Json image) {
    List<List<String>> names = new ArrayList<>();
    image.at("tags").items().forEach(tag -> names.add(split(tag.text())));
    if (names.isEmpty()) {
      List<Json> digests = image.at("digests").items();
      String digest = digests.isEmpty() ? "" : digests.getFirst().text();
      names.add(List.of(digest.isEmpty() ? NONE : digest.replaceFirst("@.*", ""), NONE));
    }
    return names;
  }

  private static List<String> split(String reference) {
    int colon = reference.lastIndexOf(':');
    return colon > reference.lastIndexOf('/')
        ? List.of(reference.substring(0, colon), reference.substring(colon + 1))
        : List.of(reference, NONE);
  }

  private static List<String> row(Json image, List<String> name, boolean wide, Instant now) {
    List<String> row = new ArrayList<>(name);
    row.add(shortId(image));
    row.add(ByteText.of(image.at("sizeBytes").number()));
    row.add(age(image.at("firstSeen"), "before start", now));
    row.add(age(image.at("lastUsed"), "never", now));
    row.add(image.at("pinned").isTrue() ? "yes" : "no");
    if (wide) {
      row.add(image.at("imported").isTrue() ? "imported" : "registry");
    }
    String pods =
        image.at("pods").items().stream().map(Json::text).collect(Collectors.joining(","));
    row.add(pods.isEmpty() ? NONE : pods);
    return row;
  }

  /** As docker and crictl cut it: without the algorithm, the first 13 digits. */
  static String shortId(Json image) {
    String id = image.at("id").text();
    String hex = id.substring(id.indexOf(':') + 1);
    return hex.length() > SHORT_ID ? hex.substring(0, SHORT_ID) : hex;
  }

  private static String age(Json time, String otherwise, Instant now) {
    return time.isPresent()
        ? HumanDuration.age(Duration.between(Instant.parse(time.text()), now))
        : otherwise;
  }
}
