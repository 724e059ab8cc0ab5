package dev.jubelet.server;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Ways into one pod, web, whose streams a test serves; the pod busy has too many already. */
public final class FakeStreams implements AgentStreams {
  public final List<String> asked = new CopyOnWriteArrayList<>();

  /** A command that sleeps has begun. */
  public final CountDownLatch sleeps = new CountDownLatch(1);

  /** A command that slept was given up. */
  public final CountDownLatch woken = new CountDownLatch(1);

  public volatile URI url = URI.create("http://127.0.0.1:1/token");

  @Override
  public URI exec(ContainerTarget target, List<String> command, StreamOptions options) {
    return url(target.pod(), "exec " + target.container() + " " + command + " " + options);
  }

  @Override
  public URI attach(ContainerTarget target, StreamOptions options) {
    return url(target.pod(), "attach " + target.container() + " " + options);
  }

  @Override
  public URI portForward(PodTarget target, List<Integer> ports) {
    return url(target, "portForward " + ports);
  }

  @Override
  public byte[] run(ContainerTarget target, List<String> command) {
    url(target.pod(), "run");
    if (command.contains("sleep")) {
      sleep();
    }
    return ("ran " + command).getBytes(StandardCharsets.UTF_8);
  }

  /** As a call to the runtime does when its thread is interrupted. */
  private void sleep() {
    try {
      sleeps.countDown();
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      woken.countDown();
      throw new AgentException(AgentException.Kind.INTERNAL, "interrupted", e);
    }
  }

  @Override
  public List<Pod> runningPods() {
    return List.of(new PodBuilder().withNewMetadata().withName("web").endMetadata().build());
  }

  @Override
  public String checkpoint(ContainerTarget target, long timeoutSeconds) {
    url(target.pod(), "checkpoint " + timeoutSeconds);
    return "/checkpoints/" + target.container() + ".tar";
  }

  private URI url(PodTarget pod, String wish) {
    asked.add(wish);
    return switch (pod.name()) {
      case "web" -> url;
      case "busy" -> throw new AgentException(AgentException.Kind.EXHAUSTED, "too many");
      case "broken" -> throw new AgentException(AgentException.Kind.INTERNAL, "it broke");
      default -> throw new AgentException(AgentException.Kind.NOT_FOUND, "pod does not exist");
    };
  }
}
