package dev.jubelet.server;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** The JSON of what the node is short of. */
final class ShortageJson {
  private ShortageJson() {}

  static void write(JsonGenerator to, AgentView.Shortages shortages) throws IOException {
    to.writeStartObject();
    to.writeArrayFieldStart("conditions");
    for (String condition : shortages.conditions()) {
      to.writeString(condition);
    }
    to.writeEndArray();
    to.writeArrayFieldStart("signals");
    for (AgentView.SignalRow row : shortages.signals()) {
      to.writeStartObject();
      to.writeStringField("signal", row.signal());
      to.writeStringField("threshold", row.threshold());
      to.writeStringField("grace", row.grace());
      to.writeStringField("available", row.available());
      to.writeStringField("capacity", row.capacity());
      to.writeBooleanField("met", row.met());
      to.writeEndObject();
    }
    to.writeEndArray();
    to.writeArrayFieldStart("next");
    for (AgentView.NextRow row : shortages.next()) {
      to.writeStartObject();
      to.writeStringField("resource", row.resource());
      to.writeNumberField("place", row.place());
      to.writeStringField("pod", row.pod());
      to.writeStringField("why", row.why());
      to.writeEndObject();
    }
    to.writeEndArray();
    to.writeEndObject();
  }
}
