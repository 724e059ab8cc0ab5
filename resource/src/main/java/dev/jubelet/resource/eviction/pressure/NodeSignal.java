package dev.jubelet.resource.eviction.pressure;

import dev.jubelet.pod.model.NodePressure;
import java.util.Arrays;
import java.util.Optional;

/** What a node can run short of, by the names that thresholds and metrics have for it. */
public enum NodeSignal {
  MEMORY("memory.available", Starved.MEMORY),
  ALLOCATABLE_MEMORY("allocatableMemory.available", Starved.MEMORY),
  NODE_DISK("nodefs.available", Starved.DISK),
  NODE_INODES("nodefs.inodesFree", Starved.INODES),
  IMAGE_DISK("imagefs.available", Starved.DISK),
  IMAGE_INODES("imagefs.inodesFree", Starved.INODES),
  CONTAINER_DISK("containerfs.available", Starved.DISK),
  CONTAINER_INODES("containerfs.inodesFree", Starved.INODES),
  PIDS("pid.available", Starved.PIDS);

  /** The resource behind a signal, by the word that messages and events use. */
  public enum Starved {
    MEMORY("memory", NodePressure.MEMORY),
    DISK("ephemeral-storage", NodePressure.DISK),
    INODES("inodes", NodePressure.DISK),
    PIDS("pids", NodePressure.PID);

    private final String wireName;
    private final NodePressure pressure;

    Starved(String wireName, NodePressure pressure) {
      this.wireName = wireName;
      this.pressure = pressure;
    }

    public String wireName() {
      return wireName;
    }

    public NodePressure pressure() {
      return pressure;
    }
  }

  private final String wireName;
  private final Starved starved;

  NodeSignal(String wireName, Starved starved) {
    this.wireName = wireName;
    this.starved = starved;
  }

  public static Optional<NodeSignal> of(String wireName) {
    return Arrays.stream(values()).filter(signal -> signal.wireName.equals(wireName)).findFirst();
  }

  public String wireName() {
    return wireName;
  }

  public Starved starved() {
    return starved;
  }

  /** An amount of it, as messages write it. */
  public String text(long amount) {
    return starved == Starved.MEMORY || starved == Starved.DISK
        ? Amount.bytes(amount)
        : Amount.pieces(amount);
  }
}
