package dev.jubelet.node.condition;

import com.google.errorprone.annotations.Immutable;

/** What a node can run short of, with the words that its condition and its events use. */
public enum Pressure {
  MEMORY(
      "MemoryPressure",
      new Words(
          "KubeletHasInsufficientMemory",
          "kubelet has insufficient memory available",
          "NodeHasInsufficientMemory"),
      new Words(
          "KubeletHasSufficientMemory",
          "kubelet has sufficient memory available",
          "NodeHasSufficientMemory")),
  DISK(
      "DiskPressure",
      new Words("KubeletHasDiskPressure", "kubelet has disk pressure", "NodeHasDiskPressure"),
      new Words(
          "KubeletHasNoDiskPressure", "kubelet has no disk pressure", "NodeHasNoDiskPressure")),
  PID(
      "PIDPressure",
      new Words(
          "KubeletHasInsufficientPID",
          "kubelet has insufficient PID available",
          "NodeHasInsufficientPID"),
      new Words(
          "KubeletHasSufficientPID",
          "kubelet has sufficient PID available",
          "NodeHasSufficientPID"));

  /** How one side of a pressure is spoken of. */
  @Immutable
  public record Words(String reason, String message, String event) {}

  private final String type;
  private final Words present;
  private final Words absent;

  Pressure(String type, Words present, Words absent) {
    this.type = type;
    this.present = present;
    this.absent = absent;
  }

  /** The type of the condition. */
  public String type() {
    return type;
  }

  public Words words(boolean pressed) {
    return pressed ? present : absent;
  }
}
