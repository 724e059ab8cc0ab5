package dev.jubelet.node.shutdown;

/** What keeps the machine from going down before the pods have ended. */
public interface InhibitorLock {

  /** Takes a new lock after a shutdown that was called off; a failure is logged. */
  void acquire();

  /** Lets the machine go down; does not block. */
  void release();
}
