package dev.jubelet.testing.lab;

import java.util.EnumMap;
import java.util.Map;

/**
 * One containerd of each generation per JVM, so that a suite starts it once; ended by a shutdown
 * hook. Tests that share it keep apart by pod names and clean up their own pods.
 *
 * <p>Thread: any; a start holds up whoever asks meanwhile.
 *
 * <p>Owns: the instances.
 */
public final class SharedContainerds {
  private static final Map<ContainerdGeneration, PrivateContainerd> STARTED =
      new EnumMap<>(ContainerdGeneration.class);

  private SharedContainerds() {}

  /** The shared one of that generation, started now if it is the first time. */
  public static PrivateContainerd of(ContainerdGeneration generation) {
    synchronized (STARTED) {
      return STARTED.computeIfAbsent(generation, SharedContainerds::start);
    }
  }

  private static PrivateContainerd start(ContainerdGeneration generation) {
    PrivateContainerd started = PrivateContainerd.start(generation);
    Runtime.getRuntime().addShutdownHook(new Thread(started::close, "lab-close"));
    return started;
  }
}
