package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.node.Workload;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Samples;
import dev.jubelet.benchmark.report.Target;
import dev.jubelet.testing.node.Manifests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What volumes cost: how much later a pod with a config map, a secret, a projection of itself and
 * an empty directory is Ready than one without, taking turns; and how long it takes until a changed
 * config map is seen in every volume that shows it. The pod without volumes is the floor.
 */
public final class PodVolumes implements Figure {
  private static final int WARM_UP = 3;
  private static final int PODS = 10;
  private static final int VOLUMES_OF_A_POD = 10;
  private static final String OBJECTS = "objects";
  private static final Duration LOOK_AGAIN = Duration.ofMillis(2);

  @Override
  public List<Row> measure(Bench bench) {
    bench.crowd().leave();
    bench.node().freshAgent();
    showObjects(bench, "first");
    List<Row> rows = new ArrayList<>();
    rows.add(starts(bench));
    rows.add(changes(bench));
    bench.node().remove(OBJECTS);
    return rows;
  }

  private static Row starts(Bench bench) {
    List<Duration> with = new ArrayList<>();
    List<Duration> without = new ArrayList<>();
    for (int round = 0; round < WARM_UP + bench.scale().starts(); round++) {
      Duration plain =
          ready(
              bench,
              "plain-" + round,
              Workload.WILLING.manifest("plain-" + round, bench.node().containerd().image()));
      Duration full = ready(bench, "full-" + round, withVolumes(bench, "full-" + round));
      if (round >= WARM_UP) {
        without.add(plain);
        with.add(full);
      }
    }
    Samples full = Samples.of(with);
    return new Row(
        "pod with four volumes seen → Ready, p50; floor: without",
        full.count(),
        Quantity.of(full.median()),
        Quantity.of(Samples.of(without).median()),
        new Target.None());
  }

  private static Duration ready(Bench bench, String name, String manifest) {
    OnePod pod = OnePod.start(bench, name, manifest);
    pod.end();
    return Duration.between(pod.timeline().seen(), pod.timeline().ready());
  }

  private static String withVolumes(Bench bench, String name) {
    return Manifests.pod(name)
        .container(Workload.CONTAINER, bench.node().containerd().image(), Workload.WILLING.script())
        .with(
            """
            volumeMounts:
            - {name: settings, mountPath: /settings}
            - {name: keys, mountPath: /keys}
            - {name: self, mountPath: /self}
            - {name: scratch, mountPath: /scratch}
            """)
        .spec(
            """
              volumes:
              - {name: settings, configMap: {name: settings}}
              - {name: keys, secret: {secretName: keys}}
              - name: self
                projected:
                  sources: [{downwardAPI: {items: [{path: name, fieldRef: {fieldPath: metadata.name}}]}}]
              - {name: scratch, emptyDir: {}}
            """)
        .yaml();
  }

  /** Until the last of all volumes shows what was changed. */
  private static Row changes(Bench bench) {
    bench.say("%d volumes of one config map".formatted(PODS * VOLUMES_OF_A_POD));
    List<OnePod> pods = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < PODS; i++) {
      OnePod pod = OnePod.start(bench, "shown-" + i, manyVolumes(bench, "shown-" + i));
      pods.add(pod);
      for (int j = 0; j < VOLUMES_OF_A_POD; j++) {
        files.add(
            bench
                .node()
                .node()
                .root()
                .resolve("pods/" + pod.timeline().uid() + "/volumes/kubernetes.io~configmap/v" + j)
                .resolve("mode"));
      }
    }
    List<Duration> times = new ArrayList<>();
    for (int round = 0; round < bench.scale().boots(); round++) {
      times.add(change(bench, "round-" + round, files));
    }
    pods.forEach(OnePod::end);
    Samples samples = Samples.of(times);
    return Row.known(
        "config map changed → seen in all %d volumes, p50".formatted(files.size()),
        samples.count(),
        Quantity.of(samples.median()));
  }

  private static Duration change(Bench bench, String value, List<Path> files) {
    List<Path> waiting = new ArrayList<>(files);
    long changed = showObjects(bench, value);
    long seen =
        bench
            .pauses()
            .await(
                "all volumes show " + value,
                LOOK_AGAIN,
                () -> {
                  while (!waiting.isEmpty() && shows(waiting.getLast(), value)) {
                    waiting.removeLast();
                  }
                  return waiting.isEmpty();
                });
    return Duration.ofNanos(seen - changed);
  }

  private static boolean shows(Path file, String value) {
    try {
      return Files.readString(file).equals(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String manyVolumes(Bench bench, String name) {
    StringBuilder mounts = new StringBuilder("volumeMounts:\n");
    StringBuilder volumes = new StringBuilder("  volumes:\n");
    for (int i = 0; i < VOLUMES_OF_A_POD; i++) {
      mounts.append("- {name: v%d, mountPath: /v%d}\n".formatted(i, i));
      volumes.append("  - {name: v%d, configMap: {name: settings}}\n".formatted(i));
    }
    return Manifests.pod(name)
        .container(Workload.CONTAINER, bench.node().containerd().image(), Workload.WILLING.script())
        .with(mounts.toString())
        .spec(volumes.toString())
        .yaml();
  }

  /** Returns the moment before, of the monotonic clock. */
  private static long showObjects(Bench bench, String value) {
    bench
        .node()
        .prepare(
            OBJECTS,
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: settings}
            data: {mode: %s}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: keys}
            stringData: {token: secret}
            """
                .formatted(value));
    long begun = bench.node().timers().nanoTime();
    bench.node().move(OBJECTS);
    return begun;
  }
}
