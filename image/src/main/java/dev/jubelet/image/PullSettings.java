package dev.jubelet.image;

/**
 * How hard the registry and the disk may be pressed.
 *
 * @param serialize one pull at a time
 * @param maxParallel how many at a time otherwise; 0 means as many as there are
 * @param registryPullQps pulls started per second in the long run; 0 means as many as there are
 * @param registryBurst pulls that may start at once
 */
public record PullSettings(
    boolean serialize, int maxParallel, double registryPullQps, int registryBurst) {

  int parallel() {
    if (serialize) {
      return 1;
    }
    return maxParallel < 1 ? Integer.MAX_VALUE : maxParallel;
  }
}
