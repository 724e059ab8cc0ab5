package dev.jubelet.base;

import java.util.function.Consumer;

/** Where what starts and stops with the process is added. Thread: the one that assembles it. */
@FunctionalInterface
public interface LifecycleParts {
  /** Both may block and may throw. */
  void add(String name, Runnable start, Runnable stop);

  /** The same, with each start left to the gate, which may run it later; stops are not. */
  default LifecycleParts behind(Consumer<Runnable> gate) {
    return (name, start, stop) -> add(name, () -> gate.accept(start), stop);
  }
}
