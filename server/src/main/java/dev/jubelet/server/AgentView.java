package dev.jubelet.server;

import dev.jubelet.base.Timeline;
import io.fabric8.kubernetes.api.model.Pod;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the servers show of the agent; supplied by the assembly. Everything but {@link #exec} is
 * answered from memory.
 */
public interface AgentView {

  /** All pods the agent knows, with their newest status; mirror pods are left out. */
  List<Pod> pods();

  /** All pods of which something is here: the wanted ones, and those that are still ending. */
  List<Pod> presentPods();

  /** Pods that went lately, with their last status, oldest first. */
  List<Pod> gonePods();

  /** The configuration in force, as the JSON of a KubeletConfiguration object. */
  String configuration();

  Facts facts();

  /** What happened to one pod; empty when nothing is known of it. */
  Optional<PodHistory> history(String namespace, String name);

  /** What happened to all pods. */
  List<PodHistory> histories();

  /** What runs for a pod; empty when nothing is known of it. */
  Optional<PodContainers> containers(String namespace, String name);

  /** How far the agent is with a pod, also when its source took it away; empty when it is gone. */
  Optional<PodWork> work(String uid);

  /** Ends a pod that its source took away at once; false when there is no such pod. */
  boolean hurry(String uid);

  /** What is wrong now; what was mended is not in it. */
  List<Problem> problems();

  /** What the node is short of, or would be. Measures pods; may take a moment. */
  Shortages shortages();

  /**
   * Asks the runtime to run a command and returns where its streams can be had. Blocks.
   *
   * @throws AgentException when the pod or container is not there or the runtime refuses
   */
  URI exec(ExecRequest request);

  /** The ways into running pods. */
  AgentStreams streams();

  /**
   * The agent itself.
   *
   * @param staticPodPath null when no directory is watched
   */
  record Facts(
      String version,
      long pid,
      String nodeName,
      String rootDir,
      @Nullable String staticPodPath,
      String runtimeEndpoint) {}

  /** The steps of a pod and the newest events about it, oldest first. */
  record PodHistory(
      String namespace,
      String name,
      String uid,
      Timeline.History timeline,
      List<PodEvent> events) {}

  /** An event about a pod, the repeated ones counted. */
  record PodEvent(Instant time, String type, String reason, String message, int count) {}

  /**
   * What is done for a pod.
   *
   * @param state of its worker
   * @param stopping the containers whose end is awaited
   */
  record PodWork(String state, List<String> stopping) {}

  /** The runtime's ids of a pod; the sandbox id is null when it has none. */
  record PodContainers(@Nullable String sandboxId, List<PodContainer> containers) {}

  /** One container instance as the runtime knows it. */
  record PodContainer(String name, String id, String state, int attempt) {}

  /**
   * Something that is wrong.
   *
   * @param kind one word
   * @param source what it is about: a file, a pod, a part of the machine
   * @param reason what is wrong
   * @param advice what to do
   * @param time since when; null when nobody knows
   */
  record Problem(
      String kind, String source, String reason, String advice, @Nullable Instant time) {}

  /**
   * What the node is short of.
   *
   * @param conditions the types of those that hold
   * @param next who would go first for want of what
   */
  record Shortages(List<String> conditions, List<SignalRow> signals, List<NextRow> next) {}

  /**
   * A signal and its threshold.
   *
   * @param grace how long the signal may be below it; empty for a hard threshold
   * @param available empty when it cannot be read
   */
  record SignalRow(
      String signal,
      String threshold,
      String grace,
      String available,
      String capacity,
      boolean met) {}

  /** A pod that has to go for want of a resource. */
  record NextRow(String resource, int place, String pod, String why) {}

  /**
   * A command to run in a container.
   *
   * @param container empty for the pod's only or default container
   */
  record ExecRequest(
      String namespace,
      String pod,
      String container,
      List<String> command,
      boolean stdin,
      boolean tty) {}
}
