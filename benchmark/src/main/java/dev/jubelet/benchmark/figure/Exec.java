package dev.jubelet.benchmark.figure;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerFilter;
import dev.jubelet.api.cri.ExecRequest;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.base.tls.AnyServer;
import dev.jubelet.benchmark.node.BenchException;
import dev.jubelet.benchmark.node.BenchExecSession;
import dev.jubelet.benchmark.node.Workload;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Samples;
import dev.jubelet.benchmark.report.Target;
import dev.jubelet.testing.lab.Crictl;
import dev.jubelet.testing.node.TestNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;

/**
 * A short command in a container: through the agent with TLS, as kubectl runs it; by crictl; and by
 * the calls that crictl makes. Each opens a new connection for each command, and crictl is a new
 * process each time.
 */
public final class Exec implements Figure {
  private static final SSLSocketFactory SOCKETS = AnyServer.context().getSocketFactory();
  private static final int WARM_UP = 5;
  private static final String NAME = "exec";

  @Override
  public List<Row> measure(Bench bench) {
    bench.crowd().leave();
    bench.node().startAgent();
    OnePod pod = OnePod.start(bench, NAME, Workload.WILLING);
    String container = container(bench).getId();
    Optional<Crictl> crictl = Crictl.find(bench.node().containerd());
    int rounds = WARM_UP + bench.scale().api().execs();
    bench.say("%d short commands in a container".formatted(rounds));
    List<Duration> agent = new ArrayList<>();
    List<Duration> calls = new ArrayList<>();
    List<Duration> tool = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      agent.add(timed(bench, () -> throughTheAgent(bench)));
      calls.add(timed(bench, () -> byTheRuntime(bench, container)));
      crictl.ifPresent(c -> tool.add(timed(bench, () -> c.run("exec", container, "true"))));
    }
    pod.end();
    return rows(warm(agent), warm(calls), crictl.map(c -> warm(tool)));
  }

  private static Samples warm(List<Duration> times) {
    return Samples.of(times.subList(WARM_UP, times.size()));
  }

  private static List<Row> rows(Samples agent, Samples calls, Optional<Samples> tool) {
    List<Row> rows = new ArrayList<>();
    tool.ifPresent(
        crictl -> {
          rows.add(
              row(
                  "exec of true beside crictl, p50",
                  agent,
                  crictl,
                  50,
                  new Target.TimesFloor(1.2)));
          rows.add(row("exec of true beside crictl, p99", agent, crictl, 99, new Target.None()));
        });
    rows.add(
        row(
            "exec of true beside the calls alone, p50",
            agent,
            calls,
            50,
            new Target.TimesFloor(1.5)));
    rows.add(row("exec of true beside the calls alone, p99", agent, calls, 99, new Target.None()));
    return rows;
  }

  private static Row row(String figure, Samples value, Samples floor, int percent, Target target) {
    return new Row(
        figure,
        value.count(),
        Quantity.of(value.percentile(percent)),
        Quantity.of(floor.percentile(percent)),
        target);
  }

  private static Duration timed(Bench bench, Runnable work) {
    long begun = bench.node().timers().nanoTime();
    work.run();
    return Duration.ofNanos(bench.node().timers().nanoTime() - begun);
  }

  private static Container container(Bench bench) {
    ContainerFilter filter =
        ContainerFilter.newBuilder()
            .putLabelSelector("io.kubernetes.pod.name", TestNode.podName(NAME))
            .build();
    return bench
        .node()
        .cri()
        .listContainers(ListContainersRequest.newBuilder().setFilter(filter).build())
        .getContainers(0);
  }

  private static void throughTheAgent(Bench bench) {
    String target =
        "/exec/default/%s/%s?command=true&output=1"
            .formatted(TestNode.podName(NAME), Workload.CONTAINER);
    try {
      int port = bench.node().node().mainPort();
      BenchExecSession.run(SOCKETS.createSocket(InetAddress.getLoopbackAddress(), port), target);
    } catch (IOException e) {
      throw new BenchException("the agent is not there", e);
    }
  }

  private static void byTheRuntime(Bench bench, String container) {
    ExecRequest request =
        ExecRequest.newBuilder().setContainerId(container).addCmd("true").setStdout(true).build();
    URI url = URI.create(bench.node().cri().exec(request).getUrl());
    try {
      BenchExecSession.run(new Socket(url.getHost(), url.getPort()), url.getRawPath());
    } catch (IOException e) {
      throw new BenchException("the runtime's streams are not there", e);
    }
  }
}
