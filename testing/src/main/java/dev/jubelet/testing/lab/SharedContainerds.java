package dev.jubelet.testing.lab;

import java.util.EnumMap;
import java.util.Map;

/**
 * One containerd of each generation per JVM, so that a suite starts it once; ended by a shutdown
 * hook. Tests that share it keep apart by pod names and clean up their own pods; where one could
 * not, the others go on with a new one.
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

  /** Ends the one of that generation if it is not empty. Returns whether it was so. */
  static boolean replaceIfUsed(ContainerdGeneration generation) {
    synchronized (STARTED) {
      PrivateContainerd shared = STARTED.get(generation);
      if (shared == null || isEmpty(shared)) {
        return false;
      }
      STARTED.remove(generation);
      shared.close();
      return true;
    }
  }

  /** Not so when it does not even answer. */
  private static boolean isEmpty(PrivateContainerd shared) {
    try {
      return shared.ctr("containers", "list", "-q").isBlank();
    } catch (LabException e) {
      return false;
    }
  }

  private static PrivateContainerd start(ContainerdGeneration generation) {
    PrivateContainerd started = PrivateContainerd.start(generation);
    Runtime.getRuntime().addShutdownHook(new Thread(started::close, "lab-close"));
    return started;
  }
}
