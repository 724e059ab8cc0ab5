package dev.jubelet.benchmark.figure;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerFilter;
import dev.jubelet.api.cri.ExecRequest;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.base.tls.AnyServer;
import dev.jubelet.benchmark.node.BenchException;
import dev.jubelet.benchmark.node.ExecSession;
import dev.jubelet.benchmark.node.Workload;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Samples;
import dev.jubelet.benchmark.report.Target;
import dev.jubelet.testing.node.TestNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;

/**
 * A short command in a container: through the agent with TLS, as kubectl runs it, and by the
 * runtime alone, with the calls that crictl makes. Both open a new connection for each command.
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
    int rounds = WARM_UP + bench.scale().api().execs();
    bench.say("%d short commands in a container".formatted(rounds));
    List<Duration> agent = new ArrayList<>();
    List<Duration> floor = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      agent.add(timed(bench, () -> throughTheAgent(bench)));
      floor.add(timed(bench, () -> byTheRuntime(bench, container)));
    }
    pod.end();
    Samples through = Samples.of(agent.subList(WARM_UP, rounds));
    Samples alone = Samples.of(floor.subList(WARM_UP, rounds));
    return List.of(
        row("exec of true, round trip, p50", through, alone, 50, new Target.TimesFloor(1.5)),
        row("exec of true, round trip, p99", through, alone, 99, new Target.None()));
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
      ExecSession.run(SOCKETS.createSocket(InetAddress.getLoopbackAddress(), port), target);
    } catch (IOException e) {
      throw new BenchException("the agent is not there", e);
    }
  }

  private static void byTheRuntime(Bench bench, String container) {
    ExecRequest request =
        ExecRequest.newBuilder().setContainerId(container).addCmd("true").setStdout(true).build();
    URI url = URI.create(bench.node().cri().exec(request).getUrl());
    try {
      ExecSession.run(new Socket(url.getHost(), url.getPort()), url.getRawPath());
    } catch (IOException e) {
      throw new BenchException("the runtime's streams are not there", e);
    }
  }
}
