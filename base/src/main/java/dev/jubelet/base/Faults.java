package dev.jubelet.base;

/**
 * Where "cannot happen" goes. In production it ends the process, in a test it fails the test; no
 * other code decides that.
 */
@FunctionalInterface
public interface Faults {
  void fault(String what, Throwable cause);
}
