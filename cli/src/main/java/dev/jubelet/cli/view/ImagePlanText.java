package dev.jubelet.cli.view;

import dev.jubelet.cli.http.Json;
import java.util.List;

/** The text of {@code jubelet images --plan}; pure. */
public final class ImagePlanText {
  private ImagePlanText() {}

  public static String render(Json plans) {
    StringBuilder text = new StringBuilder();
    text.append(disk(plans.at("disk")));
    if (!plans.at("collects").isTrue()) {
      text.append("Image garbage collection is off: nothing is removed unless pods must go.\n");
    }
    Json now = plans.at("now");
    List<Json> deleted = now.at("deleted").items();
    long lacking = now.at("bytesToFree").number();
    if (lacking > 0) {
      text.append("To free: ").append(ByteText.of(lacking)).append('\n');
    }
    text.append('\n');
    text.append(section("Removed by the next pass, in this order:", deleted, "nothing"));
    text.append('\n');
    text.append(section("Kept:", now.at("kept").items(), "nothing"));
    text.append('\n');
    List<Json> full = plans.at("full").at("deleted").items();
    text.append(
        section(
            "Removed before pods are evicted, in this order (%s):".formatted(size(full)),
            full,
            "nothing"));
    return text.toString();
  }

  private static String disk(Json disk) {
    return "Disk of %s: %d%% of %s used, %s available; collection begins at %d%%, ends at %d%%.\n"
        .formatted(
            disk.at("path").text(),
            disk.at("usedPercent").number(),
            ByteText.of(disk.at("capacityBytes").number()),
            ByteText.of(disk.at("availableBytes").number()),
            disk.at("highPercent").number(),
            disk.at("lowPercent").number());
  }

  private static String size(List<Json> images) {
    return ByteText.of(images.stream().mapToLong(image -> image.at("sizeBytes").number()).sum());
  }

  private static String section(String title, List<Json> images, String none) {
    if (images.isEmpty()) {
      return title + " " + none + "\n";
    }
    Table table = new Table("IMAGE", "ID", "SIZE", "REASON");
    for (Json image : images) {
      table.add(
          List.of(
              name(image),
              ImageTable.shortId(image),
              ByteText.of(image.at("sizeBytes").number()),
              reason(image)));
    }
    return title + "\n" + table.render();
  }

  private static String name(Json image) {
    List<Json> tags = image.at("tags").items();
    List<Json> digests = image.at("digests").items();
    if (!tags.isEmpty()) {
      return tags.getFirst().text();
    }
    return digests.isEmpty() ? "<none>" : digests.getFirst().text().replaceFirst("@.*", "");
  }

  private static String reason(Json image) {
    List<Json> pods = image.at("pods").items();
    String reason = image.at("reason").text();
    return pods.isEmpty() || !reason.equals("in use")
        ? reason
        : reason + " by " + String.join(", ", pods.stream().map(Json::text).toList());
  }
}
