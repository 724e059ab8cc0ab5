package dev.jubelet.app.config.field;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.app.config.value.MemoryReservation;
import dev.jubelet.app.config.value.NodeTaint;
import dev.jubelet.app.config.value.PriorityGracePeriod;
import dev.jubelet.app.config.value.VmodulePattern;
import java.util.Set;

/** The objects that lists of a KubeletConfiguration hold. */
final class RecordTypes {
  static final FieldType<NodeTaint> TAINT =
      new RecordType<>(
          Set.of("key", "value", "effect", "timeAdded"),
          in ->
              new NodeTaint(
                  in.get("key", Types.STRING),
                  in.get("value", Types.STRING),
                  in.get("effect", Types.STRING),
                  in.get("timeAdded", Types.STRING)),
          RecordTypes::writeTaint);

  static final FieldType<MemoryReservation> MEMORY_RESERVATION =
      new RecordType<>(
          Set.of("numaNode", "limits"),
          in ->
              new MemoryReservation(
                  in.get("numaNode", Types.INT32), in.get("limits", Types.QUANTITIES)),
          (value, out) -> {
            out.put("numaNode", value.numaNode());
            out.set("limits", Types.QUANTITIES.encode(value.limits()));
          });

  static final FieldType<PriorityGracePeriod> PRIORITY_GRACE_PERIOD =
      new RecordType<>(
          Set.of("priority", "shutdownGracePeriodSeconds"),
          in ->
              new PriorityGracePeriod(
                  in.get("priority", Types.INT32),
                  in.get("shutdownGracePeriodSeconds", Types.INT64)),
          (value, out) -> {
            out.put("priority", value.priority());
            out.put("shutdownGracePeriodSeconds", value.shutdownGracePeriodSeconds());
          });

  static final FieldType<VmodulePattern> VMODULE_PATTERN =
      new RecordType<>(
          Set.of("filePattern", "verbosity"),
          in ->
              new VmodulePattern(
                  in.get("filePattern", Types.STRING), in.get("verbosity", Types.UINT32)),
          (value, out) -> {
            out.put("filePattern", value.filePattern());
            out.put("verbosity", value.verbosity());
          });

  private RecordTypes() {}

  private static void writeTaint(NodeTaint taint, ObjectNode out) {
    out.put("key", taint.key());
    if (!taint.value().isEmpty()) {
      out.put("value", taint.value());
    }
    out.put("effect", taint.effect());
    if (!taint.timeAdded().isEmpty()) {
      out.put("timeAdded", taint.timeAdded());
    }
  }
}
