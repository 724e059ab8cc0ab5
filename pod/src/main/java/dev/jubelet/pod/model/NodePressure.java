package dev.jubelet.pod.model;

import com.google.errorprone.annotations.Immutable;

/** What a node can run short of, with the words that its condition and its events use. */
public enum NodePressure {
  MEMORY(
      "MemoryPressure",
      new ConditionText(
          "KubeletHasInsufficientMemory",
          "kubelet has insufficient memory available",
          "NodeHasInsufficientMemory"),
      new ConditionText(
          "KubeletHasSufficientMemory",
          "kubelet has sufficient memory available",
          "NodeHasSufficientMemory")),
  DISK(
      "DiskPressure",
      new ConditionText(
          "KubeletHasDiskPressure", "kubelet has disk pressure", "NodeHasDiskPressure"),
      new ConditionText(
          "KubeletHasNoDiskPressure", "kubelet has no disk pressure", "NodeHasNoDiskPressure")),
  PID(
      "PIDPressure",
      new ConditionText(
          "KubeletHasInsufficientPID",
          "kubelet has insufficient PID available",
          "NodeHasInsufficientPID"),
      new ConditionText(
          "KubeletHasSufficientPID",
          "kubelet has sufficient PID available",
          "NodeHasSufficientPID"));

  /** How one side of a pressure is spoken of. */
  @Immutable
  public record ConditionText(String reason, String message, String event) {}

  private final String type;
  private final ConditionText present;
  private final ConditionText absent;

  NodePressure(String type, ConditionText present, ConditionText absent) {
    this.type = type;
    this.present = present;
    this.absent = absent;
  }

  /** The type of the condition. */
  public String type() {
    return type;
  }

  public ConditionText text(boolean pressed) {
    return pressed ? present : absent;
  }
}
