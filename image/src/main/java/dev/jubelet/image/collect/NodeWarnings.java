package dev.jubelet.image.collect;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.NodeEvent;
import java.util.function.Consumer;

/** Says events about the node. Thread: any; the sink must not block. */
record NodeWarnings(Timers timers, Consumer<NodeEvent> sink) {
  void tell(String reason, String message) {
    sink.accept(
        new NodeEvent(timers.now(), NodeEvent.Type.WARNING, reason, message, null, null, ""));
  }
}
