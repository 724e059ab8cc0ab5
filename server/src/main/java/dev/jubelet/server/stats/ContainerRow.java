package dev.jubelet.server.stats;

import dev.jubelet.base.metric.MetricLabels;
import dev.jubelet.edge.usage.NetworkCounters.Link;
import dev.jubelet.server.stats.Measurements.Measured;
import dev.jubelet.server.stats.Measurements.MeasuredContainer;
import dev.jubelet.server.stats.Measurements.MeasuredPod;
import dev.jubelet.server.stats.Subjects.PodSubject;
import dev.jubelet.server.stats.Subjects.SandboxSubject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cgroup with the labels by which dashboards know it: those of a container, of a sandbox, of a
 * pod, or of nothing but its path.
 *
 * @param measured null for a sandbox, which has nothing but a network to tell
 * @param network the interfaces that are counted here and nowhere else
 */
record ContainerRow(
    MetricLabels labels, @Nullable Measured measured, Instant startedAt, List<Link> network) {
  private static final List<String> NAMES =
      List.of("container", "id", "image", "name", "namespace", "pod");

  static List<ContainerRow> of(Measurements all, Instant bootedAt) {
    List<ContainerRow> rows = new ArrayList<>();
    if (all.root() != null) {
      rows.add(plain(all.root(), bootedAt, all.network()));
    }
    all.system().values().stream()
        .filter(one -> !all.parents().contains(one) && !one.equals(all.root()))
        .forEach(one -> rows.add(plain(one, bootedAt, List.of())));
    all.parents().forEach(one -> rows.add(plain(one, bootedAt, List.of())));
    all.pods().forEach(pod -> addPod(rows, pod));
    return rows;
  }

  private static ContainerRow plain(Measured one, Instant startedAt, List<Link> network) {
    return new ContainerRow(labels("", one.cgroup(), "", "", "", ""), one, startedAt, network);
  }

  private static void addPod(List<ContainerRow> rows, MeasuredPod pod) {
    PodSubject subject = pod.subject();
    String namespace = subject.namespace();
    Measured whole = pod.pod();
    String sandbox = pod.sandbox();
    SandboxSubject known = subject.sandbox();
    boolean hasSandbox = sandbox != null && known != null;
    if (whole != null) {
      rows.add(
          new ContainerRow(
              labels("", whole.cgroup(), "", "", namespace, subject.name()),
              whole,
              subject.startedAt(),
              hasSandbox ? List.of() : pod.network()));
    }
    if (sandbox != null && known != null) {
      rows.add(
          new ContainerRow(
              labels("", sandbox, "", known.id(), namespace, subject.name()),
              null,
              known.createdAt(),
              pod.network()));
    }
    for (MeasuredContainer container : pod.containers()) {
      Measured measured = container.measured();
      if (measured != null) {
        rows.add(
            new ContainerRow(
                labels(
                    container.subject().name(),
                    measured.cgroup(),
                    container.subject().image(),
                    container.subject().id(),
                    namespace,
                    subject.name()),
                measured,
                container.subject().startedAt(),
                List.of()));
      }
    }
  }

  private static MetricLabels labels(String... values) {
    return MetricLabels.of(NAMES, List.of(values));
  }
}
