package dev.jubelet.server.image;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of the image pages: a contract with the command. */
final class ImageJson {
  private ImageJson() {}

  static void listing(JsonGenerator to, ImageView.Listing listing) throws IOException {
    to.writeStartObject();
    disk(to, listing.disk());
    to.writeArrayFieldStart("items");
    for (ImageView.Row image : listing.images()) {
      to.writeStartObject();
      row(to, image);
      to.writeEndObject();
    }
    to.writeEndArray();
    to.writeEndObject();
  }

  static void plans(JsonGenerator to, ImageView.Plans plans) throws IOException {
    to.writeStartObject();
    disk(to, plans.disk());
    to.writeBooleanField("collects", plans.collects());
    plan(to, "now", plans.now());
    plan(to, "full", plans.full());
    to.writeEndObject();
  }

  static void reference(JsonGenerator to, String reference) throws IOException {
    to.writeStartObject();
    to.writeStringField("imageRef", reference);
    to.writeEndObject();
  }

  static void names(JsonGenerator to, List<String> names) throws IOException {
    to.writeStartObject();
    strings(to, "images", names);
    to.writeEndObject();
  }

  private static void plan(JsonGenerator to, String name, ImageView.Plan plan) throws IOException {
    to.writeObjectFieldStart(name);
    to.writeNumberField("bytesToFree", plan.bytesToFree());
    choices(to, "deleted", plan.deleted());
    choices(to, "kept", plan.kept());
    to.writeEndObject();
  }

  private static void choices(JsonGenerator to, String name, List<ImageView.Choice> choices)
      throws IOException {
    to.writeArrayFieldStart(name);
    for (ImageView.Choice choice : choices) {
      to.writeStartObject();
      row(to, choice.image());
      to.writeStringField("reason", choice.reason());
      to.writeEndObject();
    }
    to.writeEndArray();
  }

  private static void disk(JsonGenerator to, ImageView.Disk disk) throws IOException {
    to.writeObjectFieldStart("disk");
    to.writeStringField("path", disk.place());
    to.writeNumberField("capacityBytes", disk.capacityBytes());
    to.writeNumberField("availableBytes", disk.availableBytes());
    to.writeNumberField("usedPercent", disk.usedPercent());
    to.writeNumberField("highPercent", disk.highPercent());
    to.writeNumberField("lowPercent", disk.lowPercent());
    to.writeEndObject();
  }

  private static void row(JsonGenerator to, ImageView.Row image) throws IOException {
    to.writeStringField("id", image.id());
    strings(to, "tags", image.tags());
    strings(to, "digests", image.digests());
    to.writeNumberField("sizeBytes", image.sizeBytes());
    to.writeBooleanField("pinned", image.pinned());
    to.writeBooleanField("imported", image.imported());
    time(to, "firstSeen", image.firstSeen());
    time(to, "lastUsed", image.lastUsed());
    strings(to, "pods", image.pods());
  }

  private static void strings(JsonGenerator to, String name, List<String> values)
      throws IOException {
    to.writeArrayFieldStart(name);
    for (String value : values) {
      to.writeString(value);
    }
    to.writeEndArray();
  }

  private static void time(JsonGenerator to, String name, @Nullable Instant time)
      throws IOException {
    if (time != null) {
      to.writeStringField(name, time.toString());
    }
  }
}
