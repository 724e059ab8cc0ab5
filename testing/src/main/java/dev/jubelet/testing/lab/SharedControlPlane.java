package dev.jubelet.testing.lab;

import org.jspecify.annotations.Nullable;

/**
 * One control plane per JVM, so that suites start it once; ended by a shutdown hook. Tests that
 * share it keep apart by namespaces and names; those that break it start their own.
 *
 * <p>Thread: any; a start holds up whoever asks meanwhile.
 *
 * <p>Owns: the instance.
 */
public final class SharedControlPlane {
  private static @Nullable ControlPlane started;

  private SharedControlPlane() {}

  /** The shared one, started now if it is the first time. */
  public static synchronized ControlPlane instance() {
    ControlPlane present = started;
    if (present == null) {
      present = ControlPlane.start();
      started = present;
      Runtime.getRuntime().addShutdownHook(new Thread(present::close, "plane-close"));
    }
    return present;
  }
}
