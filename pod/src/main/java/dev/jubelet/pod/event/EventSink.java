package dev.jubelet.pod.event;

import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.edge.apiserver.Patch;
import io.fabric8.kubernetes.api.model.Event;
import java.util.Map;

/** The two requests by which events are told; both throw ApiException. */
public interface EventSink {
  void create(Event event);

  /** Says of an event that exists how often and when last it happened. */
  void count(Event event);

  static EventSink of(ApiClient client) {
    ApiResource<Event> events = ApiResource.core("events", "Event", Event.class);
    return new EventSink() {
      @Override
      public void create(Event event) {
        client.create(events, event.getMetadata().getNamespace(), event);
      }

      @Override
      public void count(Event event) {
        client.patch(
            events.object(event.getMetadata().getNamespace(), event.getMetadata().getName()),
            Patch.strategicMerge(
                Map.of(
                    "count", event.getCount(),
                    "lastTimestamp", event.getLastTimestamp(),
                    "message", event.getMessage())));
      }
    };
  }
}
