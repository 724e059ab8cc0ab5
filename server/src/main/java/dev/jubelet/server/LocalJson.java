package dev.jubelet.server;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jubelet.base.Timeline;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of the local pages, written by hand: it is a contract with the command, and needs
 * neither reflection nor a date module.
 */
final class LocalJson {
  private LocalJson() {}

  static void facts(JsonGenerator to, AgentView.Facts facts) throws IOException {
    to.writeStartObject();
    to.writeStringField("version", facts.version());
    to.writeNumberField("pid", facts.pid());
    to.writeStringField("nodeName", facts.nodeName());
    to.writeStringField("rootDir", facts.rootDir());
    optional(to, "staticPodPath", facts.staticPodPath());
    to.writeStringField("runtimeEndpoint", facts.runtimeEndpoint());
    to.writeEndObject();
  }

  static void problems(JsonGenerator to, List<AgentView.Problem> problems) throws IOException {
    beginItems(to);
    for (AgentView.Problem problem : problems) {
      to.writeStartObject();
      to.writeStringField("kind", problem.kind());
      to.writeStringField("source", problem.source());
      to.writeStringField("reason", problem.reason());
      to.writeStringField("advice", problem.advice());
      optional(to, "time", problem.time() == null ? null : problem.time().toString());
      to.writeEndObject();
    }
    endItems(to);
  }

  static void histories(JsonGenerator to, List<AgentView.PodHistory> histories) throws IOException {
    beginItems(to);
    for (AgentView.PodHistory history : histories) {
      history(to, history);
    }
    endItems(to);
  }

  static void history(JsonGenerator to, AgentView.PodHistory history) throws IOException {
    to.writeStartObject();
    to.writeStringField("namespace", history.namespace());
    to.writeStringField("name", history.name());
    to.writeStringField("uid", history.uid());
    to.writeNumberField("dropped", history.timeline().dropped());
    to.writeArrayFieldStart("steps");
    for (Timeline.Entry step : history.timeline().entries()) {
      step(to, step);
    }
    to.writeEndArray();
    to.writeArrayFieldStart("events");
    for (AgentView.PodEvent event : history.events()) {
      event(to, event);
    }
    to.writeEndArray();
    to.writeEndObject();
  }

  private static void step(JsonGenerator to, Timeline.Entry step) throws IOException {
    to.writeStartObject();
    to.writeStringField("what", step.what());
    to.writeStringField("detail", step.detail());
    to.writeStringField("start", step.start().toString());
    optional(to, "end", step.end() == null ? null : step.end().toString());
    optional(to, "outcome", step.outcome());
    optional(to, "waitedFor", step.waitedFor());
    optional(to, "until", step.until() == null ? null : step.until().toString());
    to.writeEndObject();
  }

  private static void event(JsonGenerator to, AgentView.PodEvent event) throws IOException {
    to.writeStartObject();
    to.writeStringField("time", event.time().toString());
    to.writeStringField("type", event.type());
    to.writeStringField("reason", event.reason());
    to.writeStringField("message", event.message());
    to.writeNumberField("count", event.count());
    to.writeEndObject();
  }

  static void containers(JsonGenerator to, AgentView.PodContainers containers) throws IOException {
    to.writeStartObject();
    optional(to, "sandboxId", containers.sandboxId());
    to.writeArrayFieldStart("containers");
    for (AgentView.PodContainer container : containers.containers()) {
      to.writeStartObject();
      to.writeStringField("name", container.name());
      to.writeStringField("id", container.id());
      to.writeStringField("state", container.state());
      to.writeNumberField("attempt", container.attempt());
      to.writeEndObject();
    }
    to.writeEndArray();
    to.writeEndObject();
  }

  static void work(JsonGenerator to, AgentView.PodWork work) throws IOException {
    to.writeStartObject();
    to.writeStringField("state", work.state());
    to.writeArrayFieldStart("stopping");
    for (String container : work.stopping()) {
      to.writeString(container);
    }
    to.writeEndArray();
    to.writeEndObject();
  }

  static void nothing(JsonGenerator to) throws IOException {
    to.writeStartObject();
    to.writeEndObject();
  }

  static void url(JsonGenerator to, String url) throws IOException {
    to.writeStartObject();
    to.writeStringField("url", url);
    to.writeEndObject();
  }

  private static void beginItems(JsonGenerator to) throws IOException {
    to.writeStartObject();
    to.writeArrayFieldStart("items");
  }

  private static void endItems(JsonGenerator to) throws IOException {
    to.writeEndArray();
    to.writeEndObject();
  }

  private static void optional(JsonGenerator to, String name, @Nullable String value)
      throws IOException {
    if (value != null) {
      to.writeStringField(name, value);
    }
  }
}
