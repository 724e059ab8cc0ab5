package dev.jubelet.server.stats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.jubelet.edge.usage.CgroupUsage;
import dev.jubelet.edge.usage.TaskLimits;
import dev.jubelet.server.stats.Measurements.Measured;
import dev.jubelet.server.stats.Measurements.MeasuredContainer;
import dev.jubelet.server.stats.Measurements.MeasuredPod;
import dev.jubelet.server.stats.Subjects.Machine;
import dev.jubelet.server.stats.Subjects.PodSubject;
import dev.jubelet.server.stats.Subjects.VolumeSubject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a summary: the node, then its pods.
 *
 * <p>Thread: one.
 */
final class SummaryWriter {
  private static final JsonFactory JSON = new JsonFactory();

  private final Measurements all;
  private final Machine machine;
  private final @Nullable Disks disks;

  /**
   * All that is about disks and tasks; only when asked for.
   *
   * @param pods by UID
   */
  record Disks(
      FsStats node, RuntimeDisks.View runtime, Map<String, PodDisks> pods, TaskLimits tasks) {}

  /** Without disks, only processor and memory are told. */
  SummaryWriter(Measurements all, Machine machine, @Nullable Disks disks) {
    this.all = all;
    this.machine = machine;
    this.disks = disks;
  }

  byte[] write(Instant bootedAt) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator to = JSON.createGenerator(out)) {
      StatsJson json = new StatsJson(to, all.at());
      to.writeStartObject();
      to.writeObjectFieldStart("node");
      node(to, json, bootedAt);
      to.writeEndObject();
      to.writeArrayFieldStart("pods");
      for (MeasuredPod pod : all.pods()) {
        pod(to, json, pod);
      }
      to.writeEndArray();
      to.writeEndObject();
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail", e);
    }
    return out.toByteArray();
  }

  private void node(JsonGenerator to, StatsJson json, Instant bootedAt) throws IOException {
    to.writeStringField("nodeName", machine.nodeName());
    to.writeArrayFieldStart("systemContainers");
    for (Map.Entry<String, Measured> one : all.system().entrySet()) {
      to.writeStartObject();
      to.writeStringField("name", one.getKey());
      to.writeStringField("startTime", StatsJson.text(bootedAt));
      usage(json, one.getValue());
      to.writeEndObject();
    }
    to.writeEndArray();
    to.writeStringField("startTime", StatsJson.text(bootedAt));
    Measured root = all.root();
    if (root != null) {
      json.cpu(root);
      json.memory(root, machine.memoryBytes());
      json.io(root);
    }
    if (disks != null) {
      json.network(all.network());
      json.disk("fs", disks.node());
      to.writeObjectFieldStart("runtime");
      json.disk("imageFs", disks.runtime().imageFs());
      json.disk("containerFs", disks.runtime().containerFs());
      to.writeEndObject();
      json.begin("rlimit");
      json.optional("maxpid", disks.tasks().most());
      json.optional("curproc", disks.tasks().now());
      to.writeEndObject();
    }
    if (root != null) {
      json.swap(root, machine.swapBytes());
    }
  }

  private static void usage(StatsJson json, Measured measured) throws IOException {
    json.cpu(measured);
    json.memory(measured, null);
    json.io(measured);
    json.swap(measured, null);
  }

  private void pod(JsonGenerator to, StatsJson json, MeasuredPod pod) throws IOException {
    PodSubject subject = pod.subject();
    PodDisks podDisks = disks == null ? null : disks.pods().get(subject.uid());
    to.writeStartObject();
    to.writeObjectFieldStart("podRef");
    to.writeStringField("name", subject.name());
    to.writeStringField("namespace", subject.namespace());
    to.writeStringField("uid", subject.uid());
    to.writeEndObject();
    to.writeStringField("startTime", StatsJson.text(subject.startedAt()));
    to.writeArrayFieldStart("containers");
    for (MeasuredContainer container : pod.containers()) {
      container(to, json, container, podDisks);
    }
    to.writeEndArray();
    if (pod.pod() != null) {
      usage(json, pod.pod());
    }
    if (podDisks != null) {
      json.network(pod.network());
      volumes(to, json, subject, podDisks);
      json.disk("ephemeral-storage", podDisks.ephemeral());
      json.processes(processes(pod.containers()));
    }
    to.writeEndObject();
  }

  private void container(
      JsonGenerator to, StatsJson json, MeasuredContainer container, @Nullable PodDisks podDisks)
      throws IOException {
    String id = container.subject().id();
    to.writeStartObject();
    to.writeStringField("name", container.subject().name());
    to.writeStringField("startTime", StatsJson.text(container.subject().startedAt()));
    Measured measured =
        disks == null
            ? container.measured()
            : RuntimeContainerStats.orElse(
                container.measured(), disks.runtime().containers().get(id));
    if (measured != null) {
      usage(json, measured);
    }
    if (disks != null && podDisks != null) {
      json.disk("rootfs", disks.runtime().rootfs(id));
      json.disk("logs", podDisks.logs().get(container.subject().name()));
    }
    to.writeEndObject();
  }

  private static void volumes(JsonGenerator to, StatsJson json, PodSubject pod, PodDisks podDisks)
      throws IOException {
    if (podDisks.volumes().isEmpty()) {
      return;
    }
    to.writeArrayFieldStart("volume");
    for (Map.Entry<VolumeSubject, FsStats> volume : podDisks.volumes().entrySet()) {
      to.writeStartObject();
      json.disk(volume.getValue());
      to.writeStringField("name", volume.getKey().name());
      String claim = volume.getKey().claim();
      if (claim != null) {
        to.writeObjectFieldStart("pvcRef");
        to.writeStringField("name", claim);
        to.writeStringField("namespace", pod.namespace());
        to.writeEndObject();
      }
      Boolean abnormal = volume.getValue().abnormal();
      if (abnormal != null) {
        to.writeObjectFieldStart("volumeHealthStats");
        to.writeBooleanField("abnormal", abnormal);
        to.writeEndObject();
      }
      to.writeEndObject();
    }
    to.writeEndArray();
  }

  private static long processes(List<MeasuredContainer> containers) {
    long processes = 0;
    for (MeasuredContainer container : containers) {
      Measured measured = container.measured();
      CgroupUsage.Tasks tasks = measured == null ? null : measured.usage().tasks();
      processes += tasks == null ? 0 : tasks.processes();
    }
    return processes;
  }
}
