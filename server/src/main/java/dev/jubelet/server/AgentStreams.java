package dev.jubelet.server;

import io.fabric8.kubernetes.api.model.Pod;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ways into running pods; supplied by the assembly. All of them ask the runtime and block; all
 * throw {@link AgentException} when the pod or container is not there or the runtime refuses.
 */
public interface AgentStreams {

  /** Asks the runtime to run a command and returns where its streams can be had. */
  URI exec(ContainerTarget target, List<String> command, StreamOptions options);

  /** Asks the runtime for the streams of a container's main process. */
  URI attach(ContainerTarget target, StreamOptions options);

  /**
   * Asks the runtime for a way to the ports of a pod.
   *
   * @param ports empty when the client names them in the stream
   */
  URI portForward(PodTarget target, List<Integer> ports);

  /** Runs a command to its end and returns what it wrote: first all output, then all errors. */
  byte[] run(ContainerTarget target, List<String> command);

  /** What runs now: names, UIDs and images only. */
  List<Pod> runningPods();

  /**
   * Writes a checkpoint of a container and returns its file.
   *
   * @param timeoutSeconds 0 for the usual one
   */
  String checkpoint(ContainerTarget target, long timeoutSeconds);

  /**
   * A pod as a path names it.
   *
   * @param uid null when the path has none
   */
  record PodTarget(String namespace, String name, @Nullable String uid) {}

  /** A container as a path names it. */
  record ContainerTarget(PodTarget pod, String container) {}

  /** Which streams are wanted; a terminal has no stderr of its own. */
  record StreamOptions(boolean stdin, boolean stdout, boolean stderr, boolean tty) {
    public StreamOptions {
      stderr = stderr && !tty;
    }
  }
}
