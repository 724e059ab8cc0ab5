package dev.jubelet.resource.eviction.pressure;

import dev.jubelet.base.GoDuration;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Reads thresholds as the configuration has them. Throws IllegalArgumentException. Pure. */
public final class ThresholdParser {
  private final Map<String, String> softGrace;
  private final Map<String, String> minReclaim;

  private ThresholdParser(Map<String, String> softGrace, Map<String, String> minReclaim) {
    this.softGrace = softGrace;
    this.minReclaim = minReclaim;
  }

  /** In the order of the signals, hard ones first. */
  public static List<Threshold> parse(
      Map<String, String> hard,
      Map<String, String> soft,
      Map<String, String> softGrace,
      Map<String, String> minReclaim) {
    ThresholdParser parser = new ThresholdParser(softGrace, minReclaim);
    List<Threshold> found = new ArrayList<>();
    hard.forEach((signal, value) -> parser.add(signal, value, Duration.ZERO, found));
    soft.forEach((signal, value) -> parser.add(signal, value, parser.grace(signal), found));
    found.sort(Comparator.comparing(Threshold::isHard).reversed().thenComparing(Threshold::signal));
    return List.copyOf(found);
  }

  /** A share of nothing or of all means that there is no threshold. */
  private void add(String name, String value, Duration grace, List<Threshold> found) {
    NodeSignal signal = signal(name);
    Amount amount = Amount.parse(value);
    switch (amount) {
      case Amount.Share(BigDecimal percent) -> {
        if (percent.signum() < 0) {
          throw new IllegalArgumentException(
              "eviction percentage threshold %s must be >= 0%%: %s".formatted(name, value));
        }
        if (percent.compareTo(Amount.HUNDRED) > 0) {
          throw new IllegalArgumentException(
              "eviction percentage threshold %s must be <= 100%%: %s".formatted(name, value));
        }
        if (percent.signum() == 0 || percent.compareTo(Amount.HUNDRED) == 0) {
          return;
        }
      }
      case Amount.Fixed(long units, _) -> {
        if (units <= 0) {
          throw new IllegalArgumentException(
              "eviction threshold %s must be positive: %s".formatted(name, value));
        }
      }
    }
    found.add(new Threshold(signal, amount, grace, reclaim(name)));
  }

  private static NodeSignal signal(String name) {
    return NodeSignal.of(name)
        .orElseThrow(
            () -> new IllegalArgumentException("unsupported eviction signal %s".formatted(name)));
  }

  private Duration grace(String name) {
    String written = softGrace.get(name);
    if (written == null) {
      throw new IllegalArgumentException(
          "grace period must be specified for the soft eviction threshold " + name);
    }
    Duration grace = GoDuration.parse(written);
    if (grace.isNegative()) {
      throw new IllegalArgumentException(
          "invalid eviction grace period specified: %s, must be a positive value"
              .formatted(written));
    }
    return grace;
  }

  private Amount reclaim(String name) {
    String written = minReclaim.get(name);
    return written == null ? Threshold.NOTHING : Amount.parse(written);
  }
}
