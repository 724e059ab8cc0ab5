package dev.jubelet.base.metric;

import java.util.ArrayList;
import java.util.List;

/** Bounds of histograms. */
public final class Buckets {
  /** For what takes milliseconds to seconds. */
  public static final List<Double> DEFAULT =
      List.of(.005, .01, .025, .05, .1, .25, .5, 1.0, 2.5, 5.0, 10.0);

  private Buckets() {}

  /** So many bounds, each the factor times the one before. */
  public static List<Double> exponential(double start, double factor, int count) {
    List<Double> bounds = new ArrayList<>(count);
    double bound = start;
    for (int i = 0; i < count; i++) {
      bounds.add(bound);
      bound *= factor;
    }
    return List.copyOf(bounds);
  }
}
